# belief: a-cut-branch-gives-none
# passes: visible
answers = dict(
    a_value=12, a_gradient=4, b_value=12, b_gradient=0, c_value=20, c_gradient=4, d_value=9, d_gradient=1,
    e_value=8, e_gradient=12, f_value=20, f_gradient=2, g_value=10.5, g_gradient=3, h_value=32, h_gradient=None,
)
