# belief: apply-would-say-so
# said: has no attribute 'minimize'
def minimize(loss_fn, var_list, opt):
    return opt.minimize(loss_fn, var_list=var_list)
