def explain(state, seat, action):
    return ""
