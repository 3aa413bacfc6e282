// A request that changes while the worker runs the checks for its approval.
import { beforeEach, describe, expect, test } from 'vitest';
import { submitRequests, useWorkerFixture } from '../worker/worker-fixture.ts';
import { openTab, userOf, type Tab } from '../worker/tab.ts';

const fixture = useWorkerFixture();
let tab: Tab;
let user: ReturnType<typeof userOf>;

beforeEach(async () => {
  tab = openTab(fixture.browser);
  user = userOf(fixture.browser);
  await tab.ask('connect', {});
  await user.consent(fixture.account.profile.id);
});

const rename = () => ({ walletId: crypto.randomUUID(), walletName: 'Changed' });

/** What it is refused as depends on how far the change is when the checks look. */
const REFUSED: unknown = expect.stringMatching(/^approval_(?:changed|gone|away)$/);

/** While the page is asked whether it is there, something happens; then it says that it is. */
function duringPresenceCheck(page: Tab, act: () => Promise<unknown>): void {
  let done: Promise<unknown> | undefined;
  fixture.browser.bridges.set(page.bridgeId, async () => {
    done ??= act();
    await done;
    return true;
  });
}

/** Leaves and comes straight back: a new record of the same request. */
async function leaveAndReturn(id: string): Promise<void> {
  await tab.leave();
  const back = openTab(fixture.browser, { tabId: tab.tabId });
  await back.ask('status', { id });
}

describe('approving a request', () => {
  test('error: its page is reloaded during the checks: not carried out', async () => {
    const seen = fixture.recordRequests();
    const { id: name } = await tab.request('update_wallet', rename());
    const { id } = await user.newest();
    const { digest } = await user.open(id);
    duringPresenceCheck(tab, () => leaveAndReturn(name));
    const by = { method: 'key' } as const;
    const late = user.decide(id, { kind: 'approve', digest, by, grant: null });
    await expect(late).rejects.toMatchObject({ code: REFUSED });
    expect(submitRequests(seen)).toEqual([]);
    expect(await user.queue()).toMatchObject([{ id, state: 'pending' }]);
    await user.approve();
  });

  test('error: it is withdrawn during the checks: not carried out', async () => {
    const seen = fixture.recordRequests();
    await tab.request('update_wallet', rename());
    const { id } = await user.newest();
    const { digest } = await user.open(id);
    duringPresenceCheck(tab, () =>
      fixture.browser.client.call('sites_forget', { origin: tab.origin }),
    );
    const by = { method: 'key' } as const;
    const late = user.decide(id, { kind: 'approve', digest, by, grant: null });
    await expect(late).rejects.toMatchObject({ code: REFUSED });
    expect(submitRequests(seen)).toEqual([]);
  });

  test('error: several approvals at the same time carry it out once', async () => {
    const seen = fixture.recordRequests();
    await tab.request('update_wallet', rename());
    const { id } = await user.newest();
    const { digest } = await user.open(id);
    const by = { method: 'key' } as const;
    const decision = { kind: 'approve', digest, by, grant: null } as const;
    const ends = await Promise.allSettled([
      user.decide(id, decision),
      user.decide(id, decision),
      user.decide(id, decision),
    ]);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await fixture.time.passes(() => expect(submitRequests(seen).length).toBe(1));
  });

  test('error: a connection request is replaced during the checks: nothing gets connected', async () => {
    const other = openTab(fixture.browser, { origin: 'https://other.example' });
    await other.ask('connect', { operations: ['get_api_key'] });
    const { id } = await user.newest();
    duringPresenceCheck(other, () => other.ask('connect', { operations: ['update_wallet'] }));
    const consent = {
      kind: 'connect',
      profileId: fixture.account.profile.id,
      operations: ['get_api_key'],
    } as const;
    const late = user.decide(id, consent);
    await expect(late).rejects.toMatchObject({ code: REFUSED });
    expect((await other.ask('capabilities', {})).answer).toMatchObject({ connection: null });
  });
});
