"""Long work in processes beside the server: bots that think, and the look back at a finished match."""
