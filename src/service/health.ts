// Whether the process lives (`/healthz`) and takes requests (`/readyz`): for balancers and
// supervisors, outside the stamped interface.
import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { cameByAddressOrName, type Doors } from './hosts.ts';

/** How long the database may take to answer a probe, milliseconds. */
const PROBE_MS = 2000;

export type Health = {
  /**
   * The answer to a probe; undefined for any other request. By the service's names, and by any
   * address, because balancers ask by address: a page can rebind a name, and no address.
   */
  readonly answer: (request: Request) => Promise<Response> | undefined;
  /** From now on the database is there, with all its tables. */
  readonly begin: (database: Database) => void;
  /** From now on no request should come. */
  readonly drain: () => void;
};

/** `starting` until the database is there; `draining` before the end; `database` while it doesn't answer. */
type State = 'starting' | 'ready' | 'draining' | 'database';

export function createHealth(doors: Doors): Health {
  let database: Database | undefined;
  let isDraining = false;
  let pendingCheck: Promise<boolean> | undefined;

  const readState = async (): Promise<State> => {
    if (isDraining) return 'draining';
    if (!database) return 'starting';
    // One question at a time, however many ask.
    pendingCheck ??= answers(database).finally(() => {
      pendingCheck = undefined;
    });
    const isThere = await pendingCheck;
    if (isDraining) return 'draining';
    return isThere ? 'ready' : 'database';
  };

  return {
    answer: (request) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
      const { pathname } = new URL(request.url);
      if (pathname !== '/healthz' && pathname !== '/readyz') return undefined;
      if (!cameByAddressOrName(request, doors)) return undefined;
      return pathname === '/healthz'
        ? Promise.resolve(stateResponse('alive', 200))
        : readState().then((state) => stateResponse(state, state === 'ready' ? 200 : 503));
    },
    begin: (opened) => {
      database = opened;
    },
    drain: () => {
      isDraining = true;
    },
  };
}

/** Whether the database takes work: it answers in time, and isn't a standby, which writes nothing. */
async function answers(database: Database): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), PROBE_MS);
  const question = database
    .select({ isStandby: sql<boolean>`pg_is_in_recovery()` })
    .from(sql`(values (1)) as once`)
    .then(
      ([row]) => row?.isStandby === false,
      () => false,
    );
  try {
    return await Promise.race([question, late]);
  } finally {
    clearTimeout(timer);
  }
}

function stateResponse(status: State | 'alive', code: 200 | 503): Response {
  const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };
  return Response.json({ status }, { status: code, headers });
}
