// A network that breaks in every way we know of, on each side of the service's commit.
import type { Fetch } from './fake-browser.ts';

/** Repeatable randomness: mulberry32. */
export function createSeededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const jsonResponse = (body: string, status = 200) =>
  new Response(body, { status, headers: { 'Content-Type': 'application/json' } });

/** Hangs until the caller gives up. */
const hangUntilAborted = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => {
    const rejectAborted = () => reject(new DOMException('aborted', 'AbortError'));
    if (signal?.aborted) rejectAborted();
    signal?.addEventListener('abort', rejectAborted, { once: true });
  });

type Fault = (serviceFetch: Fetch, url: string, init: RequestInit) => Promise<Response>;

/** The service gets the request, and something happens to the answer. */
const afterDelivery =
  (change: (text: string, response: Response) => Response): Fault =>
  async (serviceFetch, url, init) => {
    const response = await serviceFetch(url, init);
    return change(await response.text(), response);
  };

/** A body that never ends. */
function createStalledResponse(signal: AbortSignal | null | undefined): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"activity":'));
      signal?.addEventListener('abort', () => controller.error(new Error('aborted')));
    },
  });
  return new Response(body, { status: 200 });
}

export const FAULTS = {
  'drop before': async () => {
    throw new TypeError('Failed to fetch');
  },
  'drop after': async (serviceFetch, url, init) => {
    await serviceFetch(url, init);
    throw new TypeError('Failed to fetch');
  },
  'slow before': async (_through, _url, init) => hangUntilAborted(init.signal),
  'slow after': async (serviceFetch, url, init) => {
    await serviceFetch(url, init);
    return hangUntilAborted(init.signal);
  },
  'stalled body': async (serviceFetch, url, init) => {
    await serviceFetch(url, init);
    return createStalledResponse(init.signal);
  },
  '500 before': async () =>
    jsonResponse(
      '{"code":13,"message":"internal server error","turnkeyErrorCode":"INTERNAL"}',
      500,
    ),
  '502 after': afterDelivery(() => new Response('<html>Bad Gateway</html>', { status: 502 })),
  'html after': afterDelivery(
    () => new Response('<!doctype html><title>Sign in</title>', { status: 200 }),
  ),
  'html 403 after': afterDelivery(() => new Response('<html>Forbidden</html>', { status: 403 })),
  'truncated after': afterDelivery((text) =>
    jsonResponse(text.slice(0, Math.floor(text.length / 2))),
  ),
  '9 MB after': afterDelivery(() => jsonResponse(`{"activity":"${'x'.repeat(9_000_000)}"}`)),
  'wrong types after': afterDelivery((text) =>
    jsonResponse(text.replace(/"status":"[A-Z_]+"/g, '"status":7')),
  ),
  'unknown status after': afterDelivery((text, { status }) =>
    jsonResponse(text.replaceAll('ACTIVITY_STATUS_COMPLETED', 'ACTIVITY_STATUS_SIMMERING'), status),
  ),
  'result missing after': afterDelivery((text) => {
    const answer = JSON.parse(text) as { activity?: { result?: object } };
    if (answer.activity) answer.activity.result = {};
    return jsonResponse(JSON.stringify(answer));
  }),
  '429 before': async () => jsonResponse('{"code":8,"message":"Too many requests."}', 429),
  'delivered twice': async (serviceFetch, url, init) => {
    const [first] = await Promise.all([serviceFetch(url, init), serviceFetch(url, init)]);
    return first;
  },
  redirected: async () => Response.redirect('https://elsewhere.example/', 307),
} as const satisfies Record<string, Fault>;

export type FaultName = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[];

/** Where the worker stops, as seen from a running request. */
export const KILL_POINTS = ['before the request', 'after the commit', 'after the answer'] as const;
type KillPoint = (typeof KILL_POINTS)[number];

/** What happens to one request. */
export type RequestFault = { readonly fault: FaultName | null; readonly kill: KillPoint | null };

/** A network with a fault for each request until they run out, and a sound one from then on. */
export function createFaultyFetch(
  serviceFetch: Fetch,
  next: () => RequestFault | undefined,
  killWorker: () => void,
): Fetch {
  return async (url, init) => {
    const requestFault = next();
    if (!requestFault) return serviceFetch(url, init);
    if (requestFault.kill === 'before the request') killWorker();
    const deliver: Fetch = async (to, request) => {
      const response = await serviceFetch(to, request);
      if (requestFault.kill === 'after the commit') killWorker();
      return response;
    };
    const fault: Fault | undefined = requestFault.fault ? FAULTS[requestFault.fault] : undefined;
    const response = await (fault ? fault(deliver, url, init) : deliver(url, init));
    if (requestFault.kill === 'after the answer') killWorker();
    return response;
  };
}
