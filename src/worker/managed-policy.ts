import {
  NO_POLICY,
  type ManagedPolicyState,
  type ManagedPolicy,
} from '../protocol/managed-policy.ts';
import { readManaged } from '../protocol/read-managed-policy.ts';

export type ManagedPolicyEffects = {
  /** What enterprise policy set for the extension, as it lies there; an empty object for nothing. */
  readonly readManagedStorage: () => Promise<unknown>;
};

export type ManagedPolicyReader = ReturnType<typeof createManagedPolicyReader>;

/**
 * What the organization set, read once in each life of the worker and again with each change. Whoever
 * asks waits for the read that began last: before it nothing is done that it could forbid.
 */
export function createManagedPolicyReader({ readManagedStorage }: ManagedPolicyEffects) {
  let latestRead: Promise<ManagedPolicyState> | undefined;

  /** What cannot be read now leaves in force what was read before. */
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
