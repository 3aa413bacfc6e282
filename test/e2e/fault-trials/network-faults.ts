import { setTimeout as sleep } from 'node:timers/promises';
import type { HeldRequest } from '../fault-proxy.ts';
import type { FaultName, TrialPlan } from './plan.ts';

/** What a fault waits for. */
export type FaultGates = {
  /** Called while the request is in flight; resolves when its reply may go on. */
  readonly inFlight: () => Promise<void>;
  /** Resolves when whatever sent the request is stopped; undefined if that isn't to be waited for. */
  readonly stopped: Promise<void> | undefined;
  /** Resolves when the trial's other request, which came later, has been answered. */
  readonly overtaken: () => Promise<void>;
};

type Handle = (request: HeldRequest, plan: TrialPlan, gates: FaultGates) => Promise<void>;

/** A reply to a request whose sender lives on: longer than anything else here takes. */
const LATE_MS = 2500;
/** After a stop: by then the next worker has sent the same bytes. */
const NEXT_SEND_MS = 1500;

const refusal = (grpc: number, code: string, message: string) =>
  JSON.stringify({ code: grpc, message, details: [], turnkeyErrorCode: code });
const INTERNAL = { status: 500, body: refusal(13, 'INTERNAL', 'internal error') };
const LIMITED = {
  status: 429,
  body: refusal(
    8,
    'RATE_LIMIT_EXCEEDED',
    'Too many requests in a short period of time. Please wait a few minutes and try again.',
  ),
};

/** Passed on untouched, but seen while it is in flight. */
const untouched: Handle = async ({ pass, write }, _plan, { inFlight }) => {
  const answer = await pass();
  await inFlight();
  write(answer);
};

const HANDLES: Readonly<Record<FaultName, Handle>> = {
  'drop before': async (_request, _plan, { inFlight }) => inFlight(),
  'drop after commit': async ({ pass }, _plan, { inFlight }) => {
    await pass();
    await inFlight();
  },
  // Either the reply is late, or the request itself: it then comes after the next worker's.
  'delay beyond the worker': async ({ pass, write }, { committed }, { inFlight, stopped }) => {
    const early = committed ? pass() : undefined;
    await inFlight();
    if (stopped) await stopped.then(() => sleep(NEXT_SEND_MS));
    else await sleep(LATE_MS);
    write(await (early ?? pass()));
  },
  '500': async ({ pass, write }, { committed }, { inFlight }) => {
    if (committed) await pass();
    await inFlight();
    write(INTERNAL);
  },
  '429': async ({ write }, _plan, { inFlight }) => {
    await inFlight();
    write(LIMITED);
  },
  'truncated JSON': async ({ pass, write }, _plan, { inFlight }) => {
    const answer = await pass();
    await inFlight();
    write({ ...answer, body: answer.body.slice(0, Math.floor(answer.body.length / 2)) });
  },
  'duplicate delivery': async ({ pass, write }, { committed }, { inFlight }) => {
    const [first, second] = await Promise.all([pass(), pass()]);
    await inFlight();
    write(committed ? first : second);
  },
  'reordered replies': async ({ pass, write }, _plan, { inFlight, overtaken }) => {
    const answer = await pass();
    await inFlight();
    await overtaken();
    write(answer);
  },
  'clock skew': untouched,
};

/** The handler of a request that meets the plan's fault. */
export const faultHandler =
  (plan: TrialPlan, gates: FaultGates) =>
  (request: HeldRequest): Promise<void> =>
    HANDLES[plan.fault](request, plan, gates);
