/** What the server knows about a request beyond the request itself. */
export type ClientAddress = { readonly address: string };

/** The environment of the routes, as Hono types it. */
export type RouteEnvironment = { Bindings: ClientAddress };
