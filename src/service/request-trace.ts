// What logs and metrics learn of a request. Nothing that its sender chose gets in but a request id of
// few characters: operations are rows of the table, organizations are those that a credential proved.
import { ROWS } from '../protocol/operations.ts';
import type { HandleRequest, RequestTrace } from './client-address.ts';

/** A request that was answered. */
export type AnsweredRequest = RequestTrace & {
  /** A row's name, or a {@link PLACES} of what has none. */
  readonly operation: string;
  /** HTTP status. */
  readonly status: number;
  readonly durationMs: number;
};

/** What isn't a row, by the first part of its path. */
const PLACES = ['local', 'registration', 'checkout', 'demo'] as const;
const NAMES: ReadonlyMap<string, string> = new Map(ROWS.map(({ path, name }) => [path, name]));

function operationOf({ method, url }: Request): string {
  if (method === 'OPTIONS') return 'preflight';
  const { pathname } = new URL(url);
  const [, first = ''] = pathname.split('/');
  return NAMES.get(pathname) ?? PLACES.find((place) => place === first) ?? 'other';
}

/** What a sender may call a request: it is echoed, and stands in logs. */
const REQUEST_ID = /^[\w.-]{1,64}$/;
export const REQUEST_ID_HEADER = 'X-Request-Id';

/** Gives each request an id, echoes it, and reports how the request was answered. */
export function traceRequests(
  handle: HandleRequest,
  deps: {
    readonly createId: () => string;
    /** Milliseconds from any moment, never backwards. */
    readonly elapsed: () => number;
    readonly report: (answered: AnsweredRequest) => void;
  },
): HandleRequest {
  const { createId, elapsed, report } = deps;
  return async (request, client) => {
    const started = elapsed();
    const sent = request.headers.get(REQUEST_ID_HEADER) ?? '';
    const trace: RequestTrace = { id: REQUEST_ID.test(sent) ? sent : createId() };
    const response = await handle(request, { ...client, trace });
    response.headers.set(REQUEST_ID_HEADER, trace.id);
    const durationMs = elapsed() - started;
    report({ ...trace, operation: operationOf(request), status: response.status, durationMs });
    return response;
  };
}
