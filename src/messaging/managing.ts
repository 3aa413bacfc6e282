import { NO_POLICY, type Managed, type ManagedPolicy } from '../protocol/managed.ts';
import { readManaged } from '../protocol/managed-reading.ts';

export type ManagingEffects = {
  /** What enterprise policy set for the extension, as it lies there; an empty object for nothing. */
  readonly managedArea: () => Promise<unknown>;
};

export type ManagedSettings = ReturnType<typeof createManagedSettings>;

/**
 * What the organization set, read once in each life of the worker and again with each change. Whoever
 * asks waits for the read that began last: before it nothing is done that it could forbid.
 */
export function createManagedSettings({ managedArea }: ManagingEffects) {
  let reading: Promise<Managed> | undefined;

  /** What cannot be read now leaves in force what was read before. */
  async function read(before: Promise<Managed> | undefined): Promise<Managed> {
    try {
      return readManaged(await managedArea());
    } catch {
      const policy = (await before)?.policy ?? NO_POLICY;
      return { policy, faults: [{ setting: '', entry: null, problem: 'unreadable' }] };
    }
  }

  /** Never rejects. */
  const get = (): Promise<Managed> => (reading ??= read(undefined));

  return {
    get,
    policy: async (): Promise<ManagedPolicy> => (await get()).policy,
    /** The browser says that they have changed. */
    renew: (): void => void (reading = read(reading)),
  };
}
