"""REST under /api: one module a resource, shapes in `models`."""
