import {
  NO_POLICY,
  type ManagedPolicyState,
  type ManagedPolicy,
} from '../protocol/managed-policy.ts';
import { readManaged } from '../protocol/read-managed-policy.ts';
import type { Item } from '../storage/area.ts';

/** How long the browser's settings are waited for while there are those of the last time. */
export const PATIENCE_MS = 250;

export type ManagedPolicyEffects = {
  /** What enterprise policy set for the extension, unchanged; an empty object for nothing. */
  readonly readManagedStorage: () => Promise<unknown>;
  readonly later: (ms: number, act: () => void) => () => void;
};

type ReaderDeps = ManagedPolicyEffects & {
  /** The policy of the last time; undefined if there is none. Setting it takes an unlocked vault. */
  readonly last: Pick<Item<ManagedPolicy>, 'get' | 'set'>;
  /** The browser took long: what the policy of the last time allowed may be forbidden now. */
  readonly onLateRead: () => void;
};

type Reading = {
  /** Never rejects. */
  readonly result: Promise<ManagedPolicyState>;
  /** The same, or undefined after {@link PATIENCE_MS} without it. */
  readonly soon: Promise<ManagedPolicyState | undefined>;
};

const isUnreadable = ({ faults }: ManagedPolicyState): boolean =>
  faults.some(({ problem }) => problem === 'unreadable');

export type ManagedPolicyReader = ReturnType<typeof createManagedPolicyReader>;

/**
 * The organization's settings, read once in each lifetime of the worker and again after each
 * change. A browser that has just started may provide them only a minute later (docs/platform.md,
 * Managed settings): until then those of the last time apply. Without any, callers wait.
 */
export function createManagedPolicyReader(deps: ReaderDeps) {
  const { readManagedStorage, last, later, onLateRead } = deps;
  let latest: Reading | undefined;

  const recall = (): Promise<ManagedPolicy | undefined> => last.get().catch(() => undefined);

  /** When a read fails, the result of the last one stays in force. */
  async function read(
    previous: Promise<ManagedPolicyState> | undefined,
  ): Promise<ManagedPolicyState> {
    try {
      return readManaged(await readManagedStorage());
    } catch {
      const policy = (await previous)?.policy ?? (await recall()) ?? NO_POLICY;
      return { policy, faults: [{ setting: '', entry: null, problem: 'unreadable' }] };
    }
  }

  function readFirst(): Reading {
    const result = read(undefined);
    const soon = new Promise<ManagedPolicyState | undefined>((resolve) => {
      let isLate = false;
      const cancel = later(PATIENCE_MS, () => {
        isLate = true;
        resolve(undefined);
      });
      void result.then((state) => {
        cancel();
        resolve(state);
        if (!isLate || latest?.result !== result) return;
        latest = { result, soon: result };
        onLateRead();
      });
    });
    return { result, soon };
  }

  const reading = (): Reading => (latest ??= readFirst());

  /** Never rejects. */
  async function get(): Promise<ManagedPolicyState> {
    const { soon, result } = reading();
    const state = await soon;
    if (state) return state;
    const policy = await recall();
    return policy ? { policy, faults: [] } : result;
  }

  let remembering: Promise<void> | undefined;

  async function remember(): Promise<void> {
    const state = await reading().soon;
    if (!state || isUnreadable(state)) return;
    const earlier = await last.get();
    if (JSON.stringify(earlier) !== JSON.stringify(state.policy)) await last.set(state.policy);
  }

  return {
    get,
    policy: async (): Promise<ManagedPolicy> => (await get()).policy,
    /** What the browser itself has provided, if it does so soon. */
    known: (): Promise<ManagedPolicyState | undefined> => reading().soon,
    /** The browser says that they have changed. */
    reload: (): void => {
      const result = read(latest?.result);
      latest = { result, soon: result };
    },
    /** Keeps what the browser has provided for its next start. The vault has to be unlocked. */
    remember: (): Promise<void> =>
      (remembering ??= remember().finally(() => {
        remembering = undefined;
      })),
  };
}
