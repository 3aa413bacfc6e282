// The worker is stopped at any point of a page's request: counted uses match what was done, and the
// page learns how the request ended.
import { beforeEach, describe, expect, test } from 'vitest';
import { ANSWER_TIMEOUT_MS } from '../../src/requests/documents.ts';
import { useWorkerFixture } from '../worker/worker-fixture.ts';
import { createSeededRandom } from '../worker/faults.ts';
import { openTab, userOf, type Tab, type ReadReply } from '../worker/tab.ts';

const TRIALS = Number(process.env['KEYSTAMP_NEWS_TRIALS'] ?? 40);
const SEED = Number(process.env['KEYSTAMP_SEED'] ?? 1);
const WALLET = 'ACTIVITY_TYPE_UPDATE_WALLET';
const KILLS = 30;

const fixture = useWorkerFixture();
let tab: Tab;
let user: ReturnType<typeof userOf>;
let walletId: string;

beforeEach(async () => {
  tab = openTab(fixture.browser);
  user = userOf(fixture.browser);
  const answer = await fixture.browser.client.call('query', {
    profileId: fixture.account.profile.id,
    operation: 'list_wallets',
    parameters: {},
  });
  walletId = (answer as { wallets: { walletId: string }[] }).wallets[0]?.walletId ?? '';
  await tab.ask('connect', {});
  await user.consent(fixture.account.profile.id);
});

const rename = (walletName: string) => ({ walletId, walletName });

/** How many effects the worker has until the page has its answer, if nothing stops it. */
async function countEffects(walletName: string): Promise<number> {
  let count = 0;
  fixture.browser.onEffect = () => void (count += 1);
  await tab.request('update_wallet', rename(walletName));
  fixture.browser.onEffect = () => undefined;
  return count;
}

/** Sends like a bridge: again, under the same name, if the worker dies over it. */
async function sendAsBridge(page: Tab, walletName: string, id: string): Promise<ReadReply> {
  for (let tries = 0; ; tries++) {
    try {
      return await page.request('update_wallet', rename(walletName), id);
    } catch (error) {
      if (tries > 3) throw error;
    }
  }
}

/** Nothing is in progress in the outbox anymore. */
async function waitUntilSettled(): Promise<void> {
  await fixture.time.until(async () => {
    const range = { profileId: null, before: null, limit: 200 };
    const entries = await fixture.browser.client.call('activities_list', range);
    return entries.every(({ state }) => state === 'completed') ? true : undefined;
  });
}

async function countUses(): Promise<number> {
  const [site] = await fixture.browser.client.call('sites_list', {});
  return site?.grants[0]?.used ?? 0;
}

describe('uses of a grant', () => {
  const grant = (most: number) => ({ limits: {}, most, perHour: null, lastsMs: 3_600_000 });
  async function allowUses(most: number): Promise<void> {
    await tab.request('update_wallet', rename('First'));
    await user.approve(grant(most));
    await waitUntilSettled();
  }

  test.each([
    ['sends it again', true],
    ['has left', false],
  ])(
    'error: the worker is stopped at each of 30 points, the page %s: as many uses as effects',
    { timeout: 120_000 },
    async (_, again) => {
      await allowUses(1000);
      fixture.browser.kill();
      // From the worker's start to the answer: how many these are changes with the product and the load.
      const whole = await countEffects('Whole');
      const before = await fixture.effects(WALLET);
      const usesBefore = await countUses();
      for (let nth = 1; nth <= KILLS; nth++) {
        const id = crypto.randomUUID();
        fixture.browser.killAtEffect(Math.ceil((whole * nth) / KILLS));
        const asked = tab.request('update_wallet', rename(`Kill ${nth}`), id).catch(() => null);
        if ((await asked) === null && again) await sendAsBridge(tab, `Kill ${nth}`, id);
        fixture.browser.kill();
      }
      fixture.browser.onEffect = () => undefined;
      fixture.browser.wake();
      await waitUntilSettled();
      const done = (await fixture.effects(WALLET)) - before;
      expect(done).toBeGreaterThan(0);
      if (again) expect(done).toBe(KILLS);
      else expect(done).toBeLessThan(KILLS);
      await fixture.time.until(async () =>
        (await countUses()) - usesBefore === done ? true : undefined,
      );
    },
  );

  test('error: the last use is neither lost nor given out twice', { timeout: 60_000 }, async () => {
    await allowUses(1);
    const whole = await countEffects('Whole');
    await waitUntilSettled();
    for (let nth = 1; nth <= 12; nth++) {
      await allowUses(1);
      const before = await fixture.effects(WALLET);
      fixture.browser.killAtEffect(Math.ceil((whole * nth) / 12));
      const id = crypto.randomUUID();
      await tab.request('update_wallet', rename(`Last ${nth}`), id).catch(() => null);
      fixture.browser.onEffect = () => undefined;
      fixture.browser.kill();
      fixture.browser.wake();
      await waitUntilSettled();
      const done = (await fixture.effects(WALLET)) - before;
      const answer = () => tab.request('update_wallet', rename(`More ${nth}`));
      if (done === 1) expect((await answer()).answer?.kind).toBe('waiting');
      // The next worker refunds it soon after its start.
      else await fixture.time.until(async () => ((await countUses()) === 0 ? true : undefined));
      if (done === 0) expect((await answer()).answer?.kind).not.toBe('waiting');
      await waitUntilSettled();
      for (const { id: waits } of await user.queue()) {
        await user.decide(waits, { kind: 'refuse' });
      }
      fixture.time.shift += 2 * 3_600_000;
      await fixture.browser.client.call('vault_unlock', {}, { keks: [fixture.account.kek] });
    }
  });

  test('error: a body that doesn’t reach the outbox refunds its use immediately', async () => {
    await allowUses(3);
    // oxlint-disable-next-line typescript/unbound-method -- called with its store below
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...args) {
      const request = put.apply(this, args);
      // As with a full disk: the whole transaction fails.
      if (this.name === 'outbox') this.transaction.abort();
      return request;
    };
    try {
      const asked = await tab.request('update_wallet', rename('Full'));
      expect(asked).toMatchObject({ ok: false });
    } finally {
      IDBObjectStore.prototype.put = put;
    }
    expect(await countUses()).toBe(0);
  });
});

describe('notifications', () => {
  /** The last state that the page knows: the answer, or a later notification. */
  const known = (page: Tab, id: string, answer: ReadReply | null): ReadReply | undefined =>
    page.lastNotification(id) ?? answer ?? undefined;

  test(
    `behavior: ${TRIALS} requests, the worker stopped anywhere: the page learns the end of each`,
    { timeout: 60_000 + TRIALS * 4000 },
    async () => {
      const random = createSeededRandom(SEED);
      const before = await fixture.effects(WALLET);
      let done = 0;
      for (let trial = 0; trial < TRIALS; trial++) {
        const name = `News ${trial}`;
        const id = crypto.randomUUID();
        const refuse = random() < 0.25;
        fixture.browser.killAtEffect(1 + Math.floor(random() * 40));
        let answer = await sendAsBridge(tab, name, id);
        fixture.browser.killAtEffect(1 + Math.floor(random() * 60));
        await decideDespiteStops(name, refuse);
        fixture.browser.killAtEffect(1 + Math.floor(random() * 40));
        // A page that got `pending` checks the status now and then, like the SDK.
        if (random() < 0.3) answer = await tab.ask('status', { id }).catch(() => answer);
        const end = await fixture.time
          .until(() => {
            // The browser restarts the worker for an alarm or for someone else's message.
            fixture.browser.wake();
            const now = known(tab, id, answer);
            const over = now?.ok === false || now?.answer?.kind === 'completed';
            return over ? now : undefined;
          })
          .catch(() => known(tab, id, answer));
        fixture.browser.onEffect = () => undefined;
        const what = end?.ok === false ? end.error?.code : end?.answer?.kind;
        expect({ seed: SEED, trial, what }).toEqual({
          seed: SEED,
          trial,
          what: refuse ? 'refused' : 'completed',
        });
        if (!refuse) done += 1;
        fixture.time.shift += 3 * 60_000;
        await fixture.browser.client.call('vault_touch', {});
      }
      expect(await fixture.effects(WALLET)).toBe(before + done);
    },
  );

  /** The user decides about the request, however often the worker dies over it. */
  async function decideDespiteStops(name: string, refuse: boolean): Promise<void> {
    for (let tries = 0; tries < 6; tries++) {
      try {
        const found = (await user.queue()).find(({ state }) => state === 'pending');
        if (!found) return;
        if (refuse) {
          const decision = { kind: 'refuse' } as const;
          await user.decide(found.id, decision);
        } else {
          const { digest, parameters } = await user.open(found.id);
          expect(parameters).toMatchObject({ walletName: name });
          const by = { method: 'key' } as const;
          await user.decide(found.id, { kind: 'approve', digest, by, grant: null });
        }
      } catch {
        // Shown again once the worker is back.
      }
    }
  }

  /** The worker dies at the moment when it notifies the page, this many times. */
  function stopWhileNotifying(page: Tab, times: number): void {
    const receive = fixture.browser.bridges.get(page.bridgeId);
    let left = times;
    fixture.browser.bridges.set(page.bridgeId, (message) => {
      if (message.text !== undefined && left > 0) {
        left -= 1;
        fixture.browser.kill();
        return undefined;
      }
      return receive?.(message);
    });
  }

  test.each([
    ['refused', async () => user.refuse()],
    ['completed', async () => user.approve()],
  ] as const)(
    'error: the worker dies while notifying the page that a request was %s',
    async (what, decide) => {
      const { id } = await tab.request('update_wallet', rename('Told'));
      stopWhileNotifying(tab, 2);
      await decide().catch(() => undefined);
      const told = await fixture.time.until(() => {
        fixture.browser.wake();
        const news = tab.lastNotification(id);
        return news?.answer?.kind === 'pending' ? undefined : news;
      });
      expect(told.ok ? told.answer?.kind : told.error?.code).toBe(what);
      // Once received, it isn't sent again.
      const kept = () => fixture.browser.session.get('requests') as { requests: unknown[] };
      await fixture.time.until(() => (kept().requests.length === 0 ? true : undefined));
    },
  );

  /** The browser keeps what is sent to a busy page, until the page is free. */
  function block(): () => void {
    const receive = fixture.browser.bridges.get(tab.bridgeId);
    const { promise, resolve } = Promise.withResolvers<void>();
    fixture.browser.bridges.set(tab.bridgeId, async (message) => {
      await promise;
      return receive?.(message);
    });
    return () => resolve();
  }

  test('behavior: a busy page is notified once it is free, and once', async () => {
    const { id } = await tab.request('update_wallet', rename('Busy'));
    const free = block();
    await user.refuse();
    // Longer than an answer may take.
    await fixture.time.pass(ANSWER_TIMEOUT_MS + 1);
    free();
    expect(await fixture.time.until(() => tab.lastNotification(id))).toMatchObject({
      error: { code: 'refused' },
    });
    const told = tab.received.filter((one) => JSON.stringify(one).includes(id));
    expect(told).toHaveLength(1);
  });

  test('behavior: what was approved for a busy page is carried out; the alarm’s worker tells it', async () => {
    const { id } = await tab.request('update_wallet', rename('Busy'));
    const receive = fixture.browser.bridges.get(tab.bridgeId);
    fixture.browser.bridges.set(tab.bridgeId, () => new Promise(() => undefined));
    expect(await user.approve()).toMatchObject({ pageIsBusy: true });
    await fixture.time.until(() => fixture.browser.alarms.get('keystamp-pages'));
    // What the browser had kept for the page ended with the worker.
    fixture.browser.kill();
    if (receive) fixture.browser.bridges.set(tab.bridgeId, receive);
    expect(await fixture.time.until(() => tab.lastNotification(id))).toMatchObject({
      answer: { kind: 'completed' },
    });
    expect(await user.queue()).toEqual([]);
  });

  test('behavior: an activity that takes long is reported twice: as pending, and at its end', async () => {
    // Applies until the worker is stopped: states in between that nobody notices aren't reported.
    fixture.changeAnswers(/update_wallet|get_activity/, ({ activity }) => {
      activity['status'] = 'ACTIVITY_STATUS_PENDING';
      delete activity['result'];
    });
    const { id } = await tab.request('update_wallet', rename('Later'));
    await user.approve();
    await fixture.time.until(() =>
      tab.lastNotification(id)?.answer?.kind === 'pending' ? true : undefined,
    );
    fixture.browser.kill();
    fixture.browser.network = fixture.serviceFetch;
    await fixture.time.until(() =>
      tab.lastNotification(id)?.answer?.kind === 'completed' ? true : undefined,
    );
  });

  test('behavior: an answer that got lost with the worker is followed by a notification', async () => {
    const asked = await tab.request('update_wallet', rename('Slow'));
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    fixture.browser.network = async (url, init) => {
      if (url.includes('update_wallet')) await held;
      return fixture.serviceFetch(url, init);
    };
    await user.approve();
    fixture.browser.kill();
    // Nothing recorded whom to notify: only the outbox knows the request.
    fixture.browser.session.delete('requests');
    fixture.time.shift += 10_000;
    const status = await tab.ask('status', { id: asked.id });
    expect(['pending', undefined]).toContain(status.answer?.kind);
    release();
    await fixture.time.until(() =>
      tab.lastNotification(asked.id)?.answer?.kind === 'completed' ? true : undefined,
    );
  });
});
