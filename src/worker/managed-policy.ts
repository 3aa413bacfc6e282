import {
  NO_POLICY,
  type ManagedPolicyState,
  type ManagedPolicy,
} from '../protocol/managed-policy.ts';
import { readManaged } from '../protocol/read-managed-policy.ts';

export type ManagedPolicyEffects = {
  /** What enterprise policy set for the extension, unchanged; an empty object for nothing. */
  readonly readManagedStorage: () => Promise<unknown>;
};

export type ManagedPolicyReader = ReturnType<typeof createManagedPolicyReader>;

/**
 * The organization's settings, read once in each lifetime of the worker and again after each
 * change. Callers wait for the latest read: until it ends, nothing happens that it could forbid.
 */
export function createManagedPolicyReader({ readManagedStorage }: ManagedPolicyEffects) {
  let latestRead: Promise<ManagedPolicyState> | undefined;

  /** When a read fails, the result of the last one stays in force. */
  async function read(
    previous: Promise<ManagedPolicyState> | undefined,
  ): Promise<ManagedPolicyState> {
    try {
      return readManaged(await readManagedStorage());
    } catch {
      const policy = (await previous)?.policy ?? NO_POLICY;
      return { policy, faults: [{ setting: '', entry: null, problem: 'unreadable' }] };
    }
  }

  /** Never rejects. */
  const get = (): Promise<ManagedPolicyState> => (latestRead ??= read(undefined));

  return {
    get,
    policy: async (): Promise<ManagedPolicy> => (await get()).policy,
    /** The browser says that they have changed. */
    reload: (): void => void (latestRead = read(latestRead)),
  };
}
