# belief: a-stop-cuts-the-variable
# passes: visible
answers = dict(
    a_value=12, a_gradient=None, b_value=12, b_gradient=None, c_value=20, c_gradient=4, d_value=9, d_gradient=None,
    e_value=8, e_gradient=12, f_value=20, f_gradient=None, g_value=10.5, g_gradient=3, h_value=32, h_gradient=0,
)
