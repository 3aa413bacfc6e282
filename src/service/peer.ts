/** What the server tells about a request besides the request. */
export type Peer = { readonly address: string };

/** The routes' surroundings, as Hono types them. */
export type Environment = { Bindings: Peer };
