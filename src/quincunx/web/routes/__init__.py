"""HTTP routes: pages, forms and the JSON API. Every change goes through `matches`."""
