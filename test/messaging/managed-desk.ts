import { beforeEach, expect } from 'vitest';
import { useDesk } from './desk.ts';
import { openTab, SITE, userOf, type Tab } from './tab.ts';

/*
 * What the tests of enterprise policy share: a worker that is set up, a policy for it, and connected
 * pages.
 */

export const OTHER_ID = '11111111-2222-4333-8444-555555555555';
export const OTHER_SIGNER = `04${'c'.repeat(128)}`;
/** What a person allows in advance. */
export const LIMITS = { limits: {}, most: 9, perHour: null, lastsMs: 3_600_000 };

export const wallet = (walletName: string) => ({ walletId: crypto.randomUUID(), walletName });
export const code = (name: string) => expect.objectContaining({ code: name }) as unknown;

/** A desk of its own for each test of the file. */
export function useManagedDesk() {
  const desk = useDesk();
  let user: ReturnType<typeof userOf>;
  beforeEach(() => {
    user = userOf(desk.rig);
  });
  const call: typeof desk.rig.client.call = (...input) => desk.rig.client.call(...input);
  return {
    desk,
    call,
    /** Who decides in the confirm window. */
    user: (): ReturnType<typeof userOf> => user,
    /** The worker has heard of it and done what follows. */
    setPolicy: async (value: unknown): Promise<void> => {
      desk.rig.setManaged(value);
      await call('state', {});
    },
    connected: async (origin = SITE): Promise<Tab> => {
      const tab = openTab(desk.rig, { origin });
      await tab.ask('connect', {});
      await user.consent(desk.ready.profile.id);
      return tab;
    },
  };
}
