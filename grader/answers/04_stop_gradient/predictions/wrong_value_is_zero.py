# belief: a-stop-changes-the-value
# passes: visible
answers = dict(
    a_value=3, a_gradient=4, b_value=0, b_gradient=None, c_value=0, c_gradient=4, d_value=3, d_gradient=1,
    e_value=0, e_gradient=12, f_value=0, f_gradient=2, g_value=4.5, g_gradient=3, h_value=0, h_gradient=0,
)
