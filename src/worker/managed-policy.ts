import {
  maxAutoLockMs,
  NO_POLICY,
  UNMANAGED,
  type ManagedPolicyState,
  type ManagedPolicy,
} from '../protocol/managed-policy.ts';
import { loadPart } from '../protocol/load-part.ts';
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
 * Managed settings): until then those of the last time apply. Without any, callers wait. If there are
 * some and what reads them can't be loaded, everything here rejects with `part_missing`: nothing that
 * they may forbid goes on.
 */
export function createManagedPolicyReader(deps: ReaderDeps) {
  const { last } = deps;
  let latest: Reading | undefined;
  let remembering: Promise<void> | undefined;

  /** After a failure the next call tries again. */
  const retried = (one: Reading): Reading => {
    one.result.catch(() => {
      if (latest === one) latest = undefined;
    });
    return one;
  };
  const reading = (): Reading => (latest ??= retried(readFirst(deps, (late) => late === latest)));
  const recall = (): Promise<ManagedPolicy | undefined> => last.get().catch(() => undefined);

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
      if (known) return maxOf(known);
      const coming = result.then(maxOf);
      // Within the shortest one that there can be, nobody waits for it.
      coming.catch(() => undefined);
      return coming;
    },
    /** The browser says that they have changed. */
    reload: (): void => {
      const result = readManagedPolicy(deps, latest?.result);
      latest = retried(withKnown({ result, soon: result }));
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
  let stored: unknown;
  try {
    stored = await readManagedStorage();
  } catch {
    const policy = (await previous)?.policy;
    return { policy, faults: [{ setting: '', entry: null, problem: 'unreadable' }] };
  }
  if (isNothing(stored)) return UNMANAGED;
  const { readManaged } = await loadPart(() => import('../protocol/read-managed-policy.ts'));
  return readManaged(stored);
}

/** Where no organization has set anything, as in most browsers. */
const isNothing = (stored: unknown): boolean =>
  typeof stored === 'object' &&
  stored !== null &&
  !Array.isArray(stored) &&
  Object.keys(stored).length === 0;

function withKnown(reading: Reading): Reading {
  reading.result.then(
    (known) => (reading.known = known),
    () => undefined,
  );
  return reading;
}

/** The only read that is limited: a browser that tells of a change has started. */
function readFirst(deps: ReaderDeps, isLatest: (reading: Reading) => boolean): Reading {
  const { promise: soon, resolve, reject } = Promise.withResolvers<ReadPolicy | undefined>();
  const reading = withKnown({ result: readManagedPolicy(deps), soon });
  let isLate = false;
  const cancel = deps.later(PATIENCE_MS, () => {
    isLate = true;
    resolve(undefined);
  });
  reading.result.then(
    (known) => {
      cancel();
      resolve(known);
      if (isLate && isLatest(reading)) deps.onLateRead();
    },
    (error: unknown) => {
      cancel();
      reject(error);
    },
  );
  // Whoever waits for it is told; nobody has to.
  soon.catch(() => undefined);
  return reading;
}
