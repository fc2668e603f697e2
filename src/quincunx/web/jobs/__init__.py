"""Long computations in processes beside the server. What they compute is defined elsewhere."""
