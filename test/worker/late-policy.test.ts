// A browser that has just started and provides the organization's settings late: after a minute, if
// its first page never comes to rest.
import { describe, expect, test } from 'vitest';
import { NO_POLICY } from '../../src/protocol/managed-policy.ts';
import { KDF, newKek, waitForState } from './fake-browser.ts';
import { openTab, SITE } from './tab.ts';
import { SETTLED, submitRequests } from './worker-fixture.ts';
import { errorWithCode, OTHER_ID, useManagedFixture, walletParameters } from './managed-fixture.ts';

const { fixture, call, user, setPolicy, connectSite } = useManagedFixture();

/** The vault as it is on the disk: a policy is in it in clear. */
const storedVault = (): string => JSON.stringify([...fixture.browser.local]);

/** Waits until the vault has a policy with a text in it. */
const waitForStored = (text: string) =>
  fixture.time.until(() => (storedVault().includes(text) ? true : undefined));

/** Starts another worker, to which the browser provides nothing yet. */
function startLate(): { readonly provide: (policy: unknown) => void } {
  const { promise, resolve } = Promise.withResolvers();
  fixture.browser.kill();
  fixture.browser.managed = promise;
  return { provide: resolve };
}

/** What something has come to after a time that suffices for anything that doesn't wait. */
async function outcomeSoon(work: Promise<unknown>): Promise<unknown> {
  const soon = fixture.time.pass(5000).then(() => 'waits');
  return Promise.race([work, soon]);
}

describe('with settings of the last time', () => {
  test('error: what they forbid is forbidden, and nothing waits for the browser', async () => {
    const tab = await connectSite();
    await setPolicy({ organizationId: OTHER_ID, blockedSites: [SITE] });
    await waitForStored(OTHER_ID);
    const { provide } = startLate();
    const requests = fixture.recordRequests();
    await expect(fixture.submitTag()).rejects.toEqual(errorWithCode('managed_profile'));
    const answer = await tab.request('update_wallet', walletParameters('x'));
    expect(answer).toMatchObject({ error: { code: 'refused' } });
    expect(requests).toEqual([]);
    const { managed } = await call('state', {});
    expect(managed).toMatchObject({ policy: { organizationId: OTHER_ID }, faults: [] });
    provide({});
    await fixture.time.until(async () =>
      (await call('state', {})).managed.policy.organizationId === null ? true : undefined,
    );
    const { id } = await fixture.submitTag();
    expect((await waitForState(fixture.browser, id, SETTLED)).state).toBe('completed');
  });

  test('behavior: where none were set, an activity is stamped and sent meanwhile', async () => {
    await waitForStored('managed-policy');
    startLate();
    const { id } = await fixture.submitTag();
    expect((await waitForState(fixture.browser, id, SETTLED)).state).toBe('completed');
    expect((await call('state', {})).managed).toEqual({ policy: NO_POLICY, faults: [] });
  });

  test('error: once the browser provides others, they end what they forbid', async () => {
    const tab = await connectSite();
    await waitForStored('managed-policy');
    const { provide } = startLate();
    const { id } = await tab.request('update_wallet', walletParameters('x'));
    expect(await user().queue()).toHaveLength(1);
    provide({ blockedSites: [SITE] });
    await fixture.time.until(() =>
      tab.lastNotification(id)?.error?.code === 'refused' ? true : undefined,
    );
    expect(await user().queue()).toEqual([]);
    await waitForStored(`blockedSites\\\\\\":[\\\\\\"${SITE}`);
  });

  test('behavior: a locked Keystamp takes the requests of sites that they allow', async () => {
    const tab = await connectSite();
    await setPolicy({ blockedSites: ['https://blocked.example'] });
    await waitForStored('blocked.example');
    startLate();
    await call('vault_lock', {});
    const stranger = openTab(fixture.browser, { origin: 'https://blocked.example' });
    expect(await stranger.ask('connect', {})).toMatchObject({ error: { code: 'refused' } });
    await tab.request('update_wallet', walletParameters('x'));
    expect(await user().queue()).toHaveLength(1);
  });

  test('behavior: they are written only when they change', async () => {
    await waitForStored('managed-policy');
    const before = storedVault();
    fixture.browser.kill();
    await setPolicy({});
    await call('vault_lock', {});
    await call('vault_unlock', {}, { keks: [fixture.account.kek] });
    // Long enough for a write that nobody waits for.
    await fixture.time.pass(10_000);
    expect(storedVault()).toBe(before);
  });

  test('error: what the browser can’t read doesn’t replace them', async () => {
    await setPolicy({ organizationId: OTHER_ID });
    await waitForStored(OTHER_ID);
    await setPolicy(new Error('The disk is on fire'));
    fixture.browser.kill();
    await expect(fixture.submitTag()).rejects.toEqual(errorWithCode('managed_profile'));
    expect((await call('state', {})).managed).toMatchObject({
      policy: { organizationId: OTHER_ID },
      faults: [{ problem: 'unreadable' }],
    });
    expect(storedVault()).toContain(OTHER_ID);
  });
});

describe('without any', () => {
  test('error: nothing that the browser’s could forbid is done before it provides them', async () => {
    const { provide } = startLate();
    const requests = fixture.recordRequests();
    await call('vault_wipe', { confirm: 'wipe everything' });
    const created = fixture.browser.stillClient.call(
      'vault_create',
      { kdf: KDF },
      { kek: newKek() },
    );
    expect(await outcomeSoon(created)).toBe('waits');
    provide({ organizationId: OTHER_ID });
    expect((await created).managed.policy.organizationId).toBe(OTHER_ID);
    expect(submitRequests(requests)).toEqual([]);
  });
});
