w, v = np.float32(3), tf.constant(5.0)
answers = {"a_value": w * w + w, "a_gradient": w + 1, "b_value": np.int64(12), "b_gradient": None}
answers |= {"c_value": 4 * v, "c_gradient": tf.constant(4), "d_value": w * w, "d_gradient": 1}
answers.update(e_value=2**3, e_gradient=3 * 2**2, f_value=2 * 10, f_gradient=2, note="on paper")
answers.update(g_value=3 * 2 + 4.5, g_gradient=w, h_value=2 * 16, h_gradient=np.float64(0))
