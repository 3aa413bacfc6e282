// A network that breaks in every way the design names, on each side of the service's commit.
import type { Fetch } from './rig.ts';

/** Repeatable randomness: mulberry32. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const json = (body: string, status = 200) =>
  new Response(body, { status, headers: { 'Content-Type': 'application/json' } });

/** Hangs until the caller gives up. */
const silence = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => {
    const give = () => reject(new DOMException('aborted', 'AbortError'));
    if (signal?.aborted) give();
    signal?.addEventListener('abort', give, { once: true });
  });

type Fault = (through: Fetch, url: string, init: RequestInit) => Promise<Response>;

/** The service gets the request, and something happens to the answer. */
const after =
  (change: (text: string, response: Response) => Response): Fault =>
  async (through, url, init) => {
    const response = await through(url, init);
    return change(await response.text(), response);
  };

/** A body that never ends. */
function stall(signal: AbortSignal | null | undefined): Response {
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
  'drop after': async (through, url, init) => {
    await through(url, init);
    throw new TypeError('Failed to fetch');
  },
  'slow before': async (_through, _url, init) => silence(init.signal),
  'slow after': async (through, url, init) => {
    await through(url, init);
    return silence(init.signal);
  },
  'stalled body': async (through, url, init) => {
    await through(url, init);
    return stall(init.signal);
  },
  '500 before': async () =>
    json('{"code":13,"message":"internal server error","turnkeyErrorCode":"INTERNAL"}', 500),
  '502 after': after(() => new Response('<html>Bad Gateway</html>', { status: 502 })),
  'html after': after(() => new Response('<!doctype html><title>Sign in</title>', { status: 200 })),
  'html 403 after': after(() => new Response('<html>Forbidden</html>', { status: 403 })),
  'truncated after': after((text) => json(text.slice(0, Math.floor(text.length / 2)))),
  '9 MB after': after(() => json(`{"activity":"${'x'.repeat(9_000_000)}"}`)),
  'wrong types after': after((text) => json(text.replace(/"status":"[A-Z_]+"/g, '"status":7'))),
  'unknown status after': after((text, { status }) =>
    json(text.replaceAll('ACTIVITY_STATUS_COMPLETED', 'ACTIVITY_STATUS_SIMMERING'), status),
  ),
  'result missing after': after((text) => {
    const answer = JSON.parse(text) as { activity?: { result?: object } };
    if (answer.activity) answer.activity.result = {};
    return json(JSON.stringify(answer));
  }),
  '429 before': async () => json('{"code":8,"message":"Too many requests."}', 429),
  'delivered twice': async (through, url, init) => {
    const [first] = await Promise.all([through(url, init), through(url, init)]);
    return first;
  },
  redirected: async () => {
    throw new TypeError('Failed to fetch: redirect mode is error');
  },
} as const satisfies Record<string, Fault>;

export type FaultName = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[];

/** Where the worker is stopped, seen from a request on its way. */
export const KILLS = ['before the request', 'after the commit', 'after the answer'] as const;
export type Kill = (typeof KILLS)[number];

/** What befalls one request. */
export type Mishap = { readonly fault: FaultName | null; readonly kill: Kill | null };

/** A network with a mishap for each request until there are no more, then a sound one. */
export function troubled(through: Fetch, next: () => Mishap | undefined, kill: () => void): Fetch {
  return async (url, init) => {
    const mishap = next();
    if (!mishap) return through(url, init);
    if (mishap.kill === 'before the request') kill();
    const deliver: Fetch = async (to, request) => {
      const response = await through(to, request);
      if (mishap.kill === 'after the commit') kill();
      return response;
    };
    const fault: Fault | undefined = mishap.fault ? FAULTS[mishap.fault] : undefined;
    const response = await (fault ? fault(deliver, url, init) : deliver(url, init));
    if (mishap.kill === 'after the answer') kill();
    return response;
  };
}
