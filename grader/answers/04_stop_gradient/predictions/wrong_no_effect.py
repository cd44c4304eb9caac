# belief: a-stop-changes-no-gradient
# passes: visible
answers = dict(
    a_value=12, a_gradient=7, b_value=12, b_gradient=12, c_value=20, c_gradient=4, d_value=9, d_gradient=6,
    e_value=8, e_gradient=12, f_value=20, f_gradient=20, g_value=10.5, g_gradient=5, h_value=32, h_gradient=16,
)
