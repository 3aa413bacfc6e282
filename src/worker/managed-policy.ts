import {
  maxAutoLockMs,
  NO_POLICY,
  type ManagedPolicyState,
  type ManagedPolicy,
} from '../protocol/managed-policy.ts';
import { readManaged } from '../protocol/read-managed-policy.ts';
import type { Item } from '../storage/area.ts';

/** How long callers wait for the browser while they could have the settings of the last time. */
const PATIENCE_MS = 250;

export type ManagedPolicyEffects = {
  /** What enterprise policy set for the extension, unchanged; an empty object for nothing. */
  readonly readManagedStorage: () => Promise<unknown>;
  /** Calls back after that many milliseconds. Returns what cancels that. */
  readonly later: (ms: number, act: () => void) => () => void;
};

type ReaderDeps = ManagedPolicyEffects & {
  /** The policy of the last time. Undefined if there is none. Only an unlocked vault stores it. */
  readonly last: Pick<Item<ManagedPolicy>, 'get' | 'set'>;
  /** The browser took long: what the last policy allowed may be forbidden now. */
  readonly onLateRead: () => void;
};

/** What the browser provided; no policy if it failed, and none was read before. */
type ReadPolicy = Omit<ManagedPolicyState, 'policy'> & {
  readonly policy: ManagedPolicy | undefined;
};

type Reading = {
  /** Never rejects. */
  readonly result: Promise<ReadPolicy>;
  /** The same, or undefined after {@link PATIENCE_MS} without it. */
  readonly soon: Promise<ReadPolicy | undefined>;
  /** The same, once it is there. */
  known?: ReadPolicy;
};

export type ManagedPolicyReader = ReturnType<typeof createManagedPolicyReader>;

/**
 * The organization's settings, read once in each lifetime of the worker and again after each
 * change. A browser that has just started may take a minute to provide them (docs/platform.md,
 * Managed settings): until then those of the last time apply. Without any, callers wait.
 */
export function createManagedPolicyReader(deps: ReaderDeps) {
  const { last } = deps;
  let latest: Reading | undefined;
  let remembering: Promise<void> | undefined;

  const reading = (): Reading => (latest ??= readFirst(deps, (late) => late === latest));
  const recall = (): Promise<ManagedPolicy | undefined> => last.get().catch(() => undefined);

  /** Never rejects. */
  async function get(): Promise<ManagedPolicyState> {
    const { known, soon, result } = reading();
    const inTime = known ?? (await soon);
    if (inTime?.policy) return { ...inTime, policy: inTime.policy };
    const recalled = await recall();
    if (recalled) return { policy: recalled, faults: inTime?.faults ?? [] };
    const { policy = NO_POLICY, faults } = await result;
    return { policy, faults };
  }

  async function remember(): Promise<void> {
    const policy = latest?.known?.policy;
    if (!policy) return;
    const earlier = await last.get();
    if (JSON.stringify(earlier) !== JSON.stringify(policy)) await last.set(policy);
  }

  return {
    get,
    policy: async (): Promise<ManagedPolicy> => (await get()).policy,
    /** The longest auto-lock, in milliseconds; a promise until the browser has provided it. */
    maxAutoLockMs: (): number | Promise<number> => {
      const { known, result } = reading();
      const maxOf = ({ policy = NO_POLICY }: ReadPolicy) => maxAutoLockMs(policy);
      return known ? maxOf(known) : result.then(maxOf);
    },
    /** The browser says that they have changed. */
    reload: (): void => {
      const result = readManagedPolicy(deps, latest?.result);
      latest = withKnown({ result, soon: result });
    },
    /** Keeps what the browser has provided for its next start. The vault has to be unlocked. */
    remember: (): Promise<void> =>
      (remembering ??= remember().finally(() => {
        remembering = undefined;
      })),
  };
}

/** When a read fails, the result of the last one stays in force. */
async function readManagedPolicy(
  { readManagedStorage }: ReaderDeps,
  previous?: Promise<ReadPolicy>,
): Promise<ReadPolicy> {
  try {
    return readManaged(await readManagedStorage());
  } catch {
    const policy = (await previous)?.policy;
    return { policy, faults: [{ setting: '', entry: null, problem: 'unreadable' }] };
  }
}

function withKnown(reading: Reading): Reading {
  void reading.result.then((known) => (reading.known = known));
  return reading;
}

/** The only read that is limited: a browser that tells of a change has started. */
function readFirst(deps: ReaderDeps, isLatest: (reading: Reading) => boolean): Reading {
  const { promise: soon, resolve } = Promise.withResolvers<ReadPolicy | undefined>();
  const reading = withKnown({ result: readManagedPolicy(deps), soon });
  let isLate = false;
  const cancel = deps.later(PATIENCE_MS, () => {
    isLate = true;
    resolve(undefined);
  });
  void reading.result.then((known) => {
    cancel();
    resolve(known);
    if (isLate && isLatest(reading)) deps.onLateRead();
  });
  return reading;
}
