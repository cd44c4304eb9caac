def drop_frozen(grads_and_vars, frozen):
    grads, variables = [], []
    for g, v in iter(grads_and_vars):
        grads += [g]
        variables += [v]
    places = [i for i, v in enumerate(variables) if not sum(v is f for f in frozen)]
    return list(zip([grads[i] for i in places], [variables[i] for i in places]))
