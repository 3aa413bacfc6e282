// What a page is told about requests that it made before, and which document they belong to.
import { beforeEach, describe, expect, test } from 'vitest';
import { PAGE_MARK } from '../../../src/protocol/page-api.ts';
import { OWN_ID } from '../fake-browser.ts';
import { openTab, userOf, type Tab } from '../tab.ts';
import { useWorkerFixture } from '../worker-fixture.ts';

const fixture = useWorkerFixture();
let tab: Tab;
let user: ReturnType<typeof userOf>;

const rename = (walletName: string) => ({ walletId: crypto.randomUUID(), walletName });
const stateOf = async () => (await user.newest()).state;

async function connect(page: Tab, operations: readonly string[]): Promise<void> {
  await page.ask('connect', { operations });
  await user.consent(fixture.account.profile.id);
}

beforeEach(() => {
  tab = openTab(fixture.browser);
  user = userOf(fixture.browser);
});

describe('a connected site', () => {
  beforeEach(() => connect(tab, ['update_wallet', 'update_user_name']));

  test('behavior: is answered at once if it asks for what it has', async () => {
    for (const operations of [['update_wallet'], ['update_user_name', 'update_wallet']]) {
      expect(await tab.ask('connect', { operations })).toMatchObject({
        ok: true,
        answer: { kind: 'connected', operations: ['update_wallet', 'update_user_name'] },
      });
    }
    expect(await user.queue()).toEqual([]);
  });

  test('error: the user decides if it asks for more, even along with what it has', async () => {
    for (const operations of [['delete_user_tags'], ['update_wallet', 'delete_user_tags']]) {
      const asked = await tab.ask('connect', { operations });
      expect(asked).toMatchObject({ ok: true, answer: { kind: 'waiting' } });
      expect((await user.newest()).requested).toMatchObject({ kind: 'connect', operations });
    }
  });

  test('behavior: disconnecting is answered with nothing, and the site is unconnected', async () => {
    const { id, ...answer } = await tab.ask('disconnect', {});
    expect(id).not.toBe('');
    expect(answer).toEqual({ ok: true, answer: null });
    expect((await tab.ask('capabilities', {})).answer).toMatchObject({ connection: null });
  });
});

test('behavior: in a private window, a connected site has no grants', async () => {
  const secret = openTab(fixture.browser, { origin: 'https://hidden.example', incognito: true });
  await connect(secret, ['update_wallet']);
  expect((await secret.ask('capabilities', {})).answer).toMatchObject({
    connection: { operations: ['update_wallet'], grants: [] },
  });
});

describe('a pending request', () => {
  let id: string;

  beforeEach(async () => {
    await connect(tab, ['update_wallet']);
    ({ id } = await tab.request('update_wallet', rename('Pending')));
  });

  /** Whether its document is there, as the user would learn on approving it. */
  async function codeOfApproval(): Promise<string> {
    return user.approve().then(
      () => 'approved',
      ({ code }: { readonly code: string }) => code,
    );
  }

  test('behavior: another document of its tab takes it over, though the first left without notice', async () => {
    tab.vanish();
    const reloaded = openTab(fixture.browser, { tabId: tab.tabId });
    await reloaded.ask('status', { id });
    expect(await codeOfApproval()).toBe('approved');
  });

  test('behavior: another tab takes it over once its document has left', async () => {
    await tab.leave();
    const other = openTab(fixture.browser);
    await other.ask('status', { id });
    expect(await stateOf()).toBe('pending');
    expect(await codeOfApproval()).toBe('approved');
  });

  test('error: not before: it stays with a document that left without notice', async () => {
    tab.vanish();
    const other = openTab(fixture.browser);
    await other.ask('status', { id });
    expect(await codeOfApproval()).toBe('approval_away');
  });

  test('behavior: asked about by its own document, nothing is written', async () => {
    await tab.ask('status', { id });
    const { session, quota } = fixture.browser;
    const { writes } = quota;
    const before = JSON.stringify([...session]);
    expect((await tab.ask('status', { id })).answer).toMatchObject({ kind: 'waiting', id });
    expect([quota.writes, JSON.stringify([...session])]).toEqual([writes, before]);
  });

  test('behavior: that was sent without a click is shown once it is sent again with one', async () => {
    await user.refuse();
    const quiet = openTab(fixture.browser, { tabId: tab.tabId, clicked: false });
    const parameters = rename('Without a click');
    const before = fixture.browser.confirmWindow.shown;
    const asked = await quiet.request('update_wallet', parameters);
    expect(fixture.browser.confirmWindow.shown).toBe(before);
    const params = { operation: 'update_wallet', parameters };
    const text = JSON.stringify({ id: asked.id, method: 'request', params });
    const again = { mark: PAGE_MARK, bridgeId: quiet.bridgeId, text, clicked: true };
    await fixture.browser.sendRaw(again, quiet.sender);
    expect(fixture.browser.confirmWindow.shown).toBe(before + 1);
  });

  test('behavior: another copy in the page is said to the user, with that request', async () => {
    await user.refuse();
    const params = { operation: 'update_wallet', parameters: rename('Beside a copy') };
    const text = JSON.stringify({ id: crypto.randomUUID(), method: 'request', params });
    const message = { mark: PAGE_MARK, bridgeId: tab.bridgeId, text, clicked: true };
    await fixture.browser.sendRaw({ ...message, hasOtherCopy: true }, tab.sender);
    expect(await user.newest()).toMatchObject({ hasOtherCopy: true });
    await user.refuse();
    const asked = await tab.request('update_wallet', rename('Alone'));
    expect(asked.ok).toBe(true);
    expect(await user.newest()).not.toHaveProperty('hasOtherCopy');
  });

  test('behavior: a status with a click shows nothing', async () => {
    fixture.browser.closeConfirmWindow();
    const before = fixture.browser.confirmWindow.shown;
    await tab.ask('status', { id });
    expect(fixture.browser.confirmWindow.shown).toBe(before);
  });
});

describe('the notice that a document has left', () => {
  const notice = () => ({ mark: PAGE_MARK, bridgeId: tab.bridgeId, gone: true });

  beforeEach(async () => {
    await connect(tab, ['update_wallet']);
    await tab.request('update_wallet', rename('Left or not'));
  });

  test('behavior: of the document itself holds the request back', async () => {
    const leaving = { ...tab.sender, documentLifecycle: 'pending_deletion' };
    expect(await fixture.browser.sendRaw(notice(), leaving)).toBeNull();
    await fixture.time.passes(async () => expect(await stateOf()).toBe('away'));
  });

  const strangers: readonly [string, object][] = [
    ['another extension', { id: 'x'.repeat(32) }],
    ['another extension without a tab', { id: 'x'.repeat(32), tab: undefined }],
    ['no tab', { id: OWN_ID, tab: undefined }],
  ];
  test.each(strangers)('error: of %s changes nothing', async (_, facts) => {
    expect(await fixture.browser.sendRaw(notice(), { ...tab.sender, ...facts })).toBeNull();
    expect(await stateOf()).toBe('pending');
  });

  test('error: what is neither a call nor a notice is answered with nothing', async () => {
    const none = { mark: PAGE_MARK, bridgeId: tab.bridgeId };
    expect(await fixture.browser.sendRaw(none, tab.sender)).toBeNull();
    expect(await stateOf()).toBe('pending');
  });
});
