/** Filled in while the request is answered. */
export type RequestTrace = {
  /** The sender's own `X-Request-Id`, or one made here. */
  readonly id: string;
  /** The caller's, once a stamp or session has proved it. */
  organizationId?: string;
  /** `ACTIVITY_STATUS_…` of the activity in the answer. */
  activityStatus?: string;
};

/** What the server knows about a request beyond the request itself. */
export type ClientAddress = {
  readonly address: string;
  /** Whoever answers the request fills it in; left out where nobody watches. */
  readonly trace?: RequestTrace | undefined;
};

/** The environment of the routes, as Hono types it. */
export type RouteEnvironment = { Bindings: ClientAddress };

/** From a request to its response. */
export type HandleRequest = (request: Request, client: ClientAddress) => Promise<Response>;
