"""The answers to addresses: pages, forms and the JSON API. They ask `matches` for everything that changes."""
