/** What the server tells about a request besides the request. */
export type ClientAddress = { readonly address: string };

/** The routes' surroundings, as Hono types them. */
export type RouteEnvironment = { Bindings: ClientAddress };
