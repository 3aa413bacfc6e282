import type { RequestTrace } from './request-trace.ts';

/** What the server knows about a request beyond the request itself. */
export type ClientAddress = {
  readonly address: string;
  /** Whoever answers the request fills it in; left out where nobody watches. */
  readonly trace?: RequestTrace | undefined;
};

/** The environment of the routes, as Hono types it. */
export type RouteEnvironment = { Bindings: ClientAddress };
