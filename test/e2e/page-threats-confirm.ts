import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'playwright/test';
import { test } from './environment.ts';
import { newTab } from './browser.ts';
import type { Page } from 'playwright';
import type { Decision, PendingRequestDetails } from '../../src/protocol/pending-request.ts';
import { ARM_MS } from '../../src/ui/review/arming.ts';
import {
  waitUntilArmed,
  closeConfirm,
  confirmWindow,
  confirmWindows,
  pointAt,
  press,
  refuseShown,
} from './confirm-window.ts';
import { openDapp, type Outcome, type Dapp } from './dapp.ts';
import { call, readArea, writeArea } from './extension-internals.ts';
import {
  approveButton,
  callOwn,
  clearRequests,
  connect,
  connectOtherSite,
  dapp,
  environment,
  middleOf,
  sentRenames,
  renameTo,
  showConfirmWindow,
  pendingRequests,
} from './page-threats-environment.ts';
import { confirmAddress } from './pages.ts';
import { textFor, unlock } from './user-actions.ts';
import { shownBy } from '../trial-tag.ts';

/*
 * The confirm window under attack (docs/threats.md, 8, 10, 11, 12, 15 and 21): clicks that were
 * meant for something else, requests that change or end under the pointer, text that hides.
 */

const TIMEOUT = { timeout: 15_000 };
/** The content area that the browser's window leaves; a user may make it even smaller. */
const SIZE = { width: 400, height: 560 };

let other: Dapp;

test.beforeAll(async () => {
  other = await connectOtherSite();
});

const ask = (name: string, by: Dapp = dapp): Promise<Outcome> => by.ask('request', renameTo(name));
const bodies = (name: string) => sentRenames().filter((body) => body.includes(name));

/**
 * The extension knows that its window is closed. What a page asks before that is put off: its user
 * has just closed the window.
 */
const waitUntilForgotten = () =>
  expect
    .poll(async () => (await readArea(environment.own, 'session'))['confirm.window'])
    .toMatchObject({ windowId: null });

/** Opens the window and puts the pointer over the approve button. */
async function pointAtApproval(): Promise<Page> {
  const page = await showConfirmWindow();
  await pointAt(await waitUntilArmed(page));
  return page;
}

test.describe('clicks that were meant for something else', () => {
  test('error: 20 per second since before the window opens: nothing is approved', async () => {
    const refused = ask('Where');
    const first = await showConfirmWindow();
    await waitUntilArmed(first);
    // Where the next window has it, too: its layout is always the same.
    const place = await middleOf(approveButton(first));
    await refuseShown(first);
    // A window that is closed on a pending request isn't opened again by its site.
    expect(await refused).toMatchObject({ ok: false });
    await closeConfirm(environment.keystamp);
    await waitUntilForgotten();
    const answer = ask('Clicked');
    const page = await confirmWindow(environment.keystamp);
    const end = Date.now() + 1500;
    let clicks = 0;
    let seen = 0;
    // However slow the machine is.
    while (Date.now() < end || clicks <= 10 || seen <= 5) {
      if (Date.now() > end + 60_000) throw new Error(`${clicks} clicks, ${seen} on the button`);
      await page.mouse.click(...place);
      clicks += 1;
      seen += await approveButton(page).count();
      await sleep(30);
    }
    expect(bodies('Clicked')).toEqual([]);
    expect(await pendingRequests()).toHaveLength(1);
    // The pointer rests, and presses once more: still nobody has looked.
    await waitUntilArmed(page);
    await page.mouse.click(...place);
    await sleep(100);
    expect(bodies('Clicked')).toEqual([]);
    // The pointer comes from elsewhere: that is intended.
    await press(await waitUntilArmed(page));
    expect(await answer).toMatchObject({ ok: true });
    expect(bodies('Clicked')).toHaveLength(1);
  });

  test('behavior: not before half a second after paint, attention and the last change', async () => {
    // In a tab opened here: a window that the extension opens runs for a while before our script
    // gets into it, on a busy machine until after the button is armed.
    const page = await newTab(environment.keystamp.context);
    await page.addInitScript(() => {
      const seen: { at: number; armed: string | null }[] = [];
      Object.assign(globalThis, { seen });
      new MutationObserver(() => {
        const button = document.querySelector('[data-act="approve"]');
        const now = button?.getAttribute('data-armed') ?? null;
        if (seen.at(-1)?.armed !== now) seen.push({ at: performance.now(), armed: now });
      }).observe(document, { subtree: true, childList: true, attributes: true });
    });
    void ask('Measured');
    await expect.poll(() => pendingRequests()).toHaveLength(1);
    await page.goto(confirmAddress(environment.keystamp.extensionId));
    await waitUntilArmed(page);
    const seen = await page.evaluate(
      () => Reflect.get(globalThis, 'seen') as readonly { at: number; armed: string | null }[],
    );
    // Recording since before there was a button.
    expect(seen[0]).toMatchObject({ armed: null });
    const shown = seen.find((one) => one.armed === 'false');
    const first = seen.find((one) => one.armed === 'true');
    if (!shown || !first) throw new Error(`never armed: ${JSON.stringify(seen)}`);
    expect(first.at - shown.at).toBeGreaterThanOrEqual(ARM_MS);
    await page.close();
  });

  test('error: pressed before, released after: not approved, by pointer or key', async () => {
    void ask('Held');
    const page = await showConfirmWindow();
    await approveButton(page).waitFor(TIMEOUT);
    await page.mouse.move(...(await middleOf(approveButton(page))));
    await page.mouse.down();
    await waitUntilArmed(page);
    await page.mouse.up();
    await sleep(100);
    await approveButton(page).focus();
    await waitUntilArmed(page);
    await page.evaluate(() => document.querySelector<HTMLElement>('[data-act="approve"]')?.click());
    await sleep(100);
    expect(bodies('Held')).toEqual([]);
    expect(await pendingRequests()).toHaveLength(1);
  });

  test('error: Enter held down since before: not approved', async () => {
    void ask('Keyed');
    const page = await showConfirmWindow();
    await approveButton(page).waitFor(TIMEOUT);
    await approveButton(page).focus();
    // Repeats like a key that is held down.
    for (let at = 0; at < 30; at++) {
      await page.keyboard.down('Enter');
      await sleep(30);
    }
    await page.keyboard.up('Enter');
    expect(bodies('Keyed')).toEqual([]);
    expect(await pendingRequests()).toHaveLength(1);
  });
});

test.describe('what changes under the pointer', () => {
  test('error: the request in front ends while the button is down', async () => {
    void ask('In front');
    await expect.poll(() => pendingRequests()).toHaveLength(1);
    void ask('Behind', other);
    await expect.poll(() => pendingRequests()).toHaveLength(2);
    const page = await pointAtApproval();
    const [front] = await pendingRequests();
    await page.mouse.down();
    // By the same queue in the popup.
    const decision: Decision = { kind: 'refuse' };
    await callOwn('requests_decide', { id: front?.id, decision });
    await page.locator(`[data-origin="${other.origin}"]`).waitFor(TIMEOUT);
    await page.mouse.up();
    await sleep(200);
    expect(sentRenames().filter((body) => /In front|Behind/.test(body))).toEqual([]);
    expect(await pendingRequests()).toHaveLength(1);
  });

  test('error: a newer request of the same site replaces it', async () => {
    void dapp.ask('connect', { operations: ['get_api_key'], reason: 'A little' });
    const page = await pointAtApproval();
    await page.mouse.down();
    void dapp.ask('connect', { operations: ['get_api_key', 'update_user_name'] });
    await page.getByRole('checkbox').nth(1).waitFor(TIMEOUT);
    await page.mouse.up();
    await sleep(200);
    expect(await pendingRequests()).toHaveLength(1);
    // Connected as before, not as either request would have it.
    expect(await dapp.ask('capabilities')).toMatchObject({
      value: { connection: { operations: expect.not.arrayContaining(['get_api_key']) as unknown } },
    });
  });

  test('error: another body under the digest that was shown: not stamped, and reported', async () => {
    void ask('As shown');
    const page = await pointAtApproval();
    await environment.keystamp.stopWorker();
    const { requests, ...area } = await readArea(environment.own, 'session');
    const text = JSON.stringify(requests);
    expect(text).toContain('As shown');
    await writeArea(environment.own, 'session', {
      ...area,
      requests: JSON.parse(text.replaceAll('As shown', 'As swapped')) as unknown,
    });
    await page.mouse.down();
    await page.mouse.up();
    await page.getByText(textFor('confirm.changed'), { exact: true }).waitFor(TIMEOUT);
    await sleep(ARM_MS + 200);
    expect(await approveButton(page).getAttribute('data-armed')).toBe('false');
    expect(bodies('As s')).toEqual([]);
  });
});

/** One of our pages' calls to approve, with the digest that is shown. */
async function approveThroughCall(id: string): Promise<unknown> {
  const opened = (await call(environment.own, 'requests_open', { id })) as
    { readonly ok: false } | { readonly ok: true; readonly answer: PendingRequestDetails };
  // It may be withdrawn by now, and then can't be opened either.
  if (!opened.ok) return opened;
  const { digest } = opened.answer;
  return call(environment.own, 'requests_decide', {
    id,
    decision: { kind: 'approve', digest, by: { method: 'key' }, grant: null },
  });
}

test.describe('an approval that comes too late', () => {
  /** A page of its own that sends a request and then closes. */
  async function asker(): Promise<{ readonly page: Page; readonly id: string }> {
    // Those of the pages before it go in their own time.
    const before = new Set((await pendingRequests()).map(({ id }) => id));
    const one = await openDapp(environment.keystamp, `${environment.sites.one}/asker`);
    void ask('Stale', one);
    let id: string | undefined;
    await expect
      .poll(async () => {
        id = (await pendingRequests()).find((request) => !before.has(request.id))?.id;
        return id;
      }, TIMEOUT)
      .toBeDefined();
    return { page: one.page, id: id ?? '' };
  }

  const ends: readonly [string, (page: Page) => Promise<unknown>][] = [
    ['went elsewhere', (page) => page.goto(`${environment.sites.other}/elsewhere`)],
    ['was closed', (page) => page.close()],
    [
      'crashed, with the worker stopped',
      async (page) => {
        await environment.keystamp.stopWorker();
        page.goto('chrome://crash').catch(() => undefined);
        await page.waitForEvent('crash');
      },
    ],
  ];
  test(
    'error: its page has closed: nobody can approve it, withdrawn, gone from the window',
    shownBy('e2e/page-durability.e2e.ts'),
    async () => {
      const stale: { readonly page: Page; readonly id: string }[] = [];
      for (const [, end] of ends) {
        const one = await asker();
        stale.push(one);
        await end(one.page);
      }
      for (const { id } of stale) {
        expect(await approveThroughCall(id)).toMatchObject({
          ok: false,
          error: { code: expect.stringMatching(/^approval_(?:away|gone)$/) as unknown },
        });
      }
      await expect.poll(() => pendingRequests(), TIMEOUT).toEqual([]);
      await expect
        .poll(
          () => confirmWindows(environment.keystamp)[0]?.locator('[data-origin]').count() ?? 0,
          TIMEOUT,
        )
        .toBe(0);
      expect(bodies('Stale')).toEqual([]);
      for (const { page } of stale) await page.close();
    },
  );

  test('error: while locked: not approved, and still pending after', async () => {
    const { page, id } = await asker();
    await callOwn('requests_open', { id });
    await callOwn('vault_lock');
    const decision: Decision = {
      kind: 'approve',
      digest: '0'.repeat(64),
      by: { method: 'key' },
      grant: null,
    };
    expect(await call(environment.own, 'requests_decide', { id, decision })).toMatchObject({
      ok: false,
      error: { code: 'vault_locked' },
    });
    expect(await pendingRequests()).toHaveLength(1);
    await unlock(await showConfirmWindow());
    await waitUntilArmed(await showConfirmWindow());
    await page.close();
  });

  test('error: disconnected by the user: withdrawn, and the page notified', async () => {
    const answer = ask('Disconnected');
    await waitUntilArmed(await showConfirmWindow());
    await callOwn('sites_forget', { origin: dapp.origin });
    expect(await answer).toMatchObject({ ok: false, code: 'withdrawn' });
    expect(await pendingRequests()).toEqual([]);
    await clearRequests();
    await connect(dapp);
  });
});

test.describe('text that hides', () => {
  const HIDDEN = '\u202E\u2066\u200B\u200D\u2060\uFEFF\u{E0041}\u0000\n';
  const UNSEEN =
    /[\u202A-\u202E\u2066-\u2069\u200B-\u200F\u2060\uFEFF\u{E0000}-\u{E007F}]|(?![\n\t])\p{Cc}/u;

  /** Everything can be read, and both decisions are on the screen. */
  async function demandReadable(page: Page): Promise<string> {
    await page.setViewportSize(SIZE);
    const text = await page.locator('body').innerText();
    expect(text).not.toMatch(UNSEEN);
    for (const act of ['approve', 'refuse']) {
      const box = await page.locator(`[data-act="${act}"]`).boundingBox();
      if (!box) throw new Error(`no ${act}`);
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(SIZE.width);
      expect(box.y + box.height).toBeLessThanOrEqual(SIZE.height);
      expect(box.height).toBeGreaterThan(20);
    }
    // Nothing covers the buttons either.
    const [x, y] = await middleOf(approveButton(page));
    const hit = await page.evaluate(
      ([left, top]) =>
        document.elementFromPoint(left, top)?.closest('[data-act]')?.getAttribute('data-act'),
      [x, y] as const,
    );
    expect(hit).toBe('approve');
    return text;
  }

  test('behavior: in a reason: shown as escapes, the buttons stay', async () => {
    for (const reason of [
      `Pay${HIDDEN}safe`,
      '\n'.repeat(50),
      '\u0338'.repeat(200),
      'W'.repeat(200),
    ]) {
      void other.ask('connect', { operations: ['get_api_key'], reason });
      const page = await showConfirmWindow();
      await page.locator('.reason').waitFor(TIMEOUT);
      const text = await demandReadable(page);
      if (reason.startsWith('Pay')) expect(text).toContain('\\u{202E}\\u{2066}\\u{200B}');
      if (reason.startsWith('\n')) expect(text).toContain('\\u{000A}'.repeat(50));
      await clearRequests();
    }
  });

  test('error: in a name: refused before the user is asked', async () => {
    for (const name of [`Pay${HIDDEN}roll`, `A${'\n'.repeat(50)}B`, 'x'.repeat(10_000)]) {
      expect(await ask(name)).toMatchObject({
        ok: false,
        code: 'invalid_parameters',
        detail: { field: 'parameters.walletName' },
      });
    }
    expect(await pendingRequests()).toEqual([]);
  });

  test('behavior: in free text, however long: shown as escapes, the buttons stay', async () => {
    const long = 'x'.repeat(10_000);
    const smartContractInterface = JSON.stringify([
      { type: 'function', name: long, inputs: [], outputs: [], stateMutability: 'view' },
    ]);
    const contract = {
      label: 'Token',
      type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
      smartContractAddress: `0x${'0'.repeat(40)}`,
      smartContractInterface,
      notes: `Pay${HIDDEN}safe${'\n'.repeat(50)}${'W'.repeat(900)}`,
    };
    void other.ask('request', {
      operation: 'create_smart_contract_interface',
      parameters: contract,
    });
    await expect.poll(() => pendingRequests()).toHaveLength(1);
    const page = await showConfirmWindow();
    await waitUntilArmed(page);
    const text = await demandReadable(page);
    expect(text).toContain('Pay\\u{202E}\\u{2066}');
  });

  test('behavior: in the service’s names: text, and no markup', async () => {
    const hostile = `<img src=x onerror="document.title='owned'">${'\u202E'}Payroll`;
    const restore = environment.proxy.always('/list_wallets', {
      kind: 'edit',
      change: (body) =>
        body.replaceAll('"walletName":"', `"walletName":${JSON.stringify(hostile).slice(0, -1)}`),
    });
    try {
      void ask('Innocent');
      const page = await showConfirmWindow();
      await waitUntilArmed(page);
      const text = await demandReadable(page);
      expect(text).toContain('<img src=x onerror=');
      expect(text).toContain('\\u{202E}Payroll');
      expect(await page.locator('img[src="x"]').count()).toBe(0);
      expect(await page.title()).not.toBe('owned');
    } finally {
      restore();
    }
  });

  test('behavior: in the service’s refusal: shown as escapes', async () => {
    const message = `Pay\u2800${HIDDEN}later`;
    const body = JSON.stringify({ code: 3, message, details: [] });
    environment.proxy.next('/update_wallet', { kind: 'answer', status: 400, body });
    void ask('Refused by the service');
    const page = await showConfirmWindow();
    await press(await waitUntilArmed(page));
    await page.getByText('Pay\\u{2800}\\u{202E}\\u{2066}').first().waitFor(TIMEOUT);
    expect(await page.locator('body').innerText()).not.toMatch(/\u2800|\u202E|\u200B/);
  });
});
