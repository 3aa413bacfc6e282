// Sites that an organization's administrator allows and blocks, tested at the worker itself.
import { describe, expect, test } from 'vitest';
import { submitRequests } from './worker-fixture.ts';
import { openTab, SITE } from './tab.ts';
import {
  OTHER_ID,
  OTHER_SIGNER,
  GRANT_LIMITS,
  walletParameters,
  errorWithCode,
  useManagedFixture,
} from './managed-fixture.ts';

const { fixture, call, user, setPolicy, connectSite: connected } = useManagedFixture();

describe('sites', () => {
  const BLOCKING: [string, object][] = [
    ['blocked', { blockedSites: [SITE] }],
    ['blocked with its name', { blockedSites: ['*.app.example'] }],
    ['not among the allowed', { allowedSites: ['https://other.example'] }],
    ['allowed and blocked', { allowedSites: [SITE], blockedSites: ['*.app.example'] }],
    ['under an empty list', { allowedSites: [] }],
    ['under a list without a good entry', { allowedSites: ['app.example', 7] }],
  ];

  test.each(BLOCKING)(
    'error: a site that is %s is refused, and the user isn’t asked',
    async (_, policy) => {
      await setPolicy(policy);
      const tab = openTab(fixture.browser);
      const refused = { ok: false, error: { code: 'refused', message: 'The user refused.' } };
      expect(await tab.ask('connect', {})).toEqual({ id: expect.any(String), ...refused });
      expect(await tab.request('update_wallet', walletParameters('x'))).toMatchObject(refused);
      const hidden = openTab(fixture.browser, { incognito: true });
      expect(await hidden.ask('connect', {})).toMatchObject(refused);
      expect(await user().queue()).toEqual([]);
      expect(fixture.browser.confirmWindow.shown).toBe(0);
    },
  );

  test.each(BLOCKING)(
    'error: one that is now %s loses connection, grants and pending requests until allowed again',
    async (_, policy) => {
      const tab = await connected();
      await tab.request('update_wallet', walletParameters('one'));
      await user().approve(GRANT_LIMITS);
      const { id } = await tab.request('update_user_name', {
        userId: crypto.randomUUID(),
        userName: 'Waits',
      });
      expect(await user().queue()).toHaveLength(1);
      const seen = fixture.recordRequests();
      await setPolicy(policy);
      expect(await fixture.time.until(() => tab.lastNotification(id))).toMatchObject({
        error: { code: 'refused' },
      });
      expect(await user().queue()).toEqual([]);
      expect((await tab.ask('capabilities', {})).answer).toMatchObject({ connection: null });
      expect(await tab.request('update_wallet', walletParameters('two'))).toMatchObject({
        error: { code: 'refused' },
      });
      expect(submitRequests(seen)).toEqual([]);
      await setPolicy({});
      expect((await tab.ask('capabilities', {})).answer).toMatchObject({
        connection: { grants: [{ operation: 'update_wallet', left: 9 }] },
      });
    },
  );

  test('behavior: the user can’t override it: unblocking changes nothing', async () => {
    const tab = await connected();
    await setPolicy({ blockedSites: [SITE] });
    await fixture.callWithProof('sites_block', { origin: SITE, blocked: false });
    const [site] = await call('sites_list', {});
    expect(site).toMatchObject({ origin: SITE, blocked: false, managed: true });
    expect(await tab.ask('connect', {})).toMatchObject({ error: { code: 'refused' } });
  });

  test('behavior: an allowlist admits what it names, and nothing similar', async () => {
    await setPolicy({ allowedSites: ['https://app.example', '*.corp.example'] });
    const ok = async (origin: string) =>
      (await openTab(fixture.browser, { origin }).ask('connect', {})).ok;
    for (const origin of [SITE, 'https://corp.example', 'https://a.b.corp.example:8443']) {
      expect([origin, await ok(origin)]).toEqual([origin, true]);
    }
    const outside = [
      'https://app.example:8443',
      'https://www.app.example',
      'https://evilcorp.example',
      'https://corp.example.evil.example',
      'http://localhost:5173',
    ];
    for (const origin of outside) expect([origin, await ok(origin)]).toEqual([origin, false]);
  });

  test('error: requests that waited while no worker ran are refused by the next one', async () => {
    const tab = await connected();
    const stranger = openTab(fixture.browser, { origin: 'https://new.example' });
    const asked = await tab.request('update_wallet', walletParameters('one'));
    const connecting = await stranger.ask('connect', {});
    expect(await user().queue()).toHaveLength(2);
    fixture.browser.kill();
    fixture.browser.managed = { allowedSites: [] };
    fixture.browser.wake();
    expect(await fixture.time.until(() => tab.lastNotification(asked.id))).toMatchObject({
      error: { code: 'refused' },
    });
    expect(await fixture.time.until(() => stranger.lastNotification(connecting.id))).toMatchObject({
      error: { code: 'refused' },
    });
    expect(await user().queue()).toEqual([]);
  });

  test('error: an approval that arrives with the change stamps nothing', async () => {
    const tab = await connected();
    await tab.request('update_wallet', walletParameters('one'));
    const { id } = await user().newest();
    const { digest } = await user().open(id);
    const seen = fixture.recordRequests();
    fixture.browser.setManaged({ blockedSites: [SITE] });
    const decision = { kind: 'approve', digest, by: { method: 'key' }, grant: null } as const;
    await expect(user().decide(id, decision)).rejects.toEqual(errorWithCode('approval_gone'));
    expect(submitRequests(seen)).toEqual([]);
  });

  test('error: a pending connect request is refused with the change', async () => {
    const tab = openTab(fixture.browser);
    const { id } = await tab.ask('connect', {});
    const waiting = await user().newest();
    fixture.browser.setManaged({ allowedSites: [] });
    const decision = {
      kind: 'connect',
      profileId: fixture.account.profile.id,
      operations: ['update_wallet'],
    } as const;
    await expect(user().decide(waiting.id, decision)).rejects.toEqual(
      errorWithCode('approval_gone'),
    );
    expect(await fixture.time.until(() => tab.lastNotification(id))).toMatchObject({
      error: { code: 'refused' },
    });
    await setPolicy({});
    expect(await call('sites_list', {})).toEqual([]);
  });

  test('behavior: a site with a forbidden profile counts as unconnected', async () => {
    const tab = await connected();
    const { id } = await tab.request('update_wallet', walletParameters('waits'));
    await setPolicy({ organizationId: OTHER_ID });
    expect(await fixture.time.until(() => tab.lastNotification(id))).toMatchObject({
      error: { code: 'refused' },
    });
    expect((await tab.ask('capabilities', {})).answer).toMatchObject({ connection: null });
    expect(await tab.request('update_wallet', walletParameters('x'))).toMatchObject({
      error: { code: 'not_connected' },
    });
    await tab.ask('connect', {});
    await expect(user().consent(fixture.account.profile.id)).rejects.toEqual(
      errorWithCode('managed_profile'),
    );
  });

  test('behavior: no answer and no event has anything of the policy in it', async () => {
    const tab = await connected();
    const said: unknown[] = [];
    const marks = ['secret-corp', OTHER_ID, OTHER_SIGNER];
    const [mark = '', organizationId = '', importSigner = ''] = marks;
    await tab.request('update_wallet', walletParameters('waits'));
    await setPolicy({
      baseUrl: `https://${mark}.example`,
      organizationId,
      importSigner,
      passkeyOnly: ['update_wallet'],
      blockedSites: [`*.${mark}.example`],
    });
    const pages = [tab, openTab(fixture.browser, { origin: 'https://new.example' })];
    for (const page of pages) {
      said.push(await page.ask('capabilities', {}));
      said.push(await page.request('update_wallet', walletParameters('x')));
      said.push(await page.ask('connect', {}));
      said.push(page.received);
    }
    const text = JSON.stringify(said);
    for (const one of [...marks, 'managed', 'organization’s', 'policy']) {
      expect(text).not.toContain(one);
    }
  });
});
