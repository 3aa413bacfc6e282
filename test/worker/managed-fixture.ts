import { beforeEach, expect } from 'vitest';
import { useWorkerFixture } from './worker-fixture.ts';
import { openTab, SITE, userOf, type Tab } from './tab.ts';

/*
 * What the tests of enterprise policy share: a worker that is set up, a policy for it, and
 * connected pages.
 */

export const OTHER_ID = '11111111-2222-4333-8444-555555555555';
export const OTHER_SIGNER = `04${'c'.repeat(128)}`;
/** The limits of a grant that the user gives. */
export const GRANT_LIMITS = { limits: {}, most: 9, perHour: null, lastsMs: 3_600_000 };

export const walletParameters = (walletName: string) => ({
  walletId: crypto.randomUUID(),
  walletName,
});
export const errorWithCode = (name: string) => expect.objectContaining({ code: name }) as unknown;

/** A separate fixture for each test of the file. */
export function useManagedFixture() {
  const fixture = useWorkerFixture();
  let user: ReturnType<typeof userOf>;
  beforeEach(() => {
    user = userOf(fixture.browser);
  });
  const call: typeof fixture.browser.client.call = (...input) =>
    fixture.browser.client.call(...input);
  return {
    fixture,
    call,
    /** The user in the confirm window. */
    user: (): ReturnType<typeof userOf> => user,
    /** Sets the policy, and waits until the worker has applied it. */
    setPolicy: async (value: unknown): Promise<void> => {
      fixture.browser.setManaged(value);
      await call('state', {});
    },
    connectSite: async (origin = SITE): Promise<Tab> => {
      const tab = openTab(fixture.browser, { origin });
      await tab.ask('connect', {});
      await user.consent(fixture.account.profile.id);
      return tab;
    },
  };
}
