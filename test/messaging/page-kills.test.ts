// The worker is stopped at any point of a page's request: uses of grants are counted for what was done,
// and pages hear how it ended.
import { beforeEach, describe, expect, test } from 'vitest';
import { useDesk } from './desk.ts';
import { seeded } from './faults.ts';
import { openTab, until, userOf, type Tab, type Told } from './tab.ts';

const TRIALS = Number(process.env['KEYSTAMP_NEWS_TRIALS'] ?? 40);
const SEED = Number(process.env['KEYSTAMP_SEED'] ?? 1);
const WALLET = 'ACTIVITY_TYPE_UPDATE_WALLET';
const KILLS = 30;

const desk = useDesk();
let tab: Tab;
let user: ReturnType<typeof userOf>;
let walletId: string;

beforeEach(async () => {
  tab = openTab(desk.rig);
  user = userOf(desk.rig);
  const answer = await desk.rig.client.call('query', {
    profileId: desk.ready.profile.id,
    operation: 'list_wallets',
    parameters: {},
  });
  walletId = (answer as { wallets: { walletId: string }[] }).wallets[0]?.walletId ?? '';
  await tab.ask('connect', {});
  await user.consent(desk.ready.profile.id);
});

const rename = (walletName: string) => ({ walletId, walletName });

/** Stops the worker at the nth thing that it does from now on. */
function killAt(nth: number): void {
  let left = nth;
  desk.rig.atEffect = () => {
    left -= 1;
    if (left === 0) desk.rig.kill();
  };
}

/** As a bridge asks: again, by the same name, when the worker dies over it. */
async function bridged(page: Tab, walletName: string, id: string): Promise<Told> {
  for (let tries = 0; ; tries++) {
    try {
      return await page.request('update_wallet', rename(walletName), id);
    } catch (error) {
      if (tries > 3) throw error;
    }
  }
}

/** Nothing is under way in the outbox any more. */
async function rest(): Promise<void> {
  await until(async () => {
    const range = { profileId: null, before: null, limit: 200 };
    const entries = await desk.rig.client.call('activities_list', range);
    return entries.every(({ state }) => state === 'completed') ? true : undefined;
  });
}

async function used(): Promise<number> {
  const [site] = await desk.rig.client.call('sites_list', {});
  return site?.grants[0]?.used ?? 0;
}

describe('uses of a grant', () => {
  const grant = (most: number) => ({ limits: {}, most, perHour: null, lastsMs: 3_600_000 });
  async function granted(most: number): Promise<void> {
    await tab.request('update_wallet', rename('First'));
    await user.approve(grant(most));
    await rest();
  }

  test.each([
    ['asks again', true],
    ['is gone', false],
  ])(
    'error: the worker is stopped at each point of 30, the page %s: as many as were done',
    { timeout: 120_000 },
    async (_, again) => {
      await granted(1000);
      const before = await desk.effects(WALLET);
      for (let nth = 1; nth <= KILLS; nth++) {
        const id = crypto.randomUUID();
        // What an earlier death left is taken up first, and counts too.
        killAt(again ? nth : 3 * nth);
        const asked = tab.request('update_wallet', rename(`Kill ${nth}`), id).catch(() => null);
        if ((await asked) === null && again) await bridged(tab, `Kill ${nth}`, id);
        desk.rig.atEffect = () => undefined;
      }
      desk.rig.kill();
      desk.rig.wake();
      await rest();
      const done = (await desk.effects(WALLET)) - before;
      expect(done).toBeGreaterThan(0);
      if (again) expect(done).toBe(KILLS);
      else expect(done).toBeLessThan(KILLS);
      await until(async () => ((await used()) === done ? true : undefined));
    },
  );

  test('error: the last use is not lost, nor given twice', { timeout: 60_000 }, async () => {
    for (let nth = 8; nth <= 32; nth += 2) {
      await granted(1);
      const before = await desk.effects(WALLET);
      killAt(nth);
      const id = crypto.randomUUID();
      await tab.request('update_wallet', rename(`Last ${nth}`), id).catch(() => null);
      desk.rig.atEffect = () => undefined;
      desk.rig.kill();
      desk.rig.wake();
      await rest();
      const done = (await desk.effects(WALLET)) - before;
      const answer = () => tab.request('update_wallet', rename(`More ${nth}`));
      if (done === 1) expect((await answer()).answer?.kind).toBe('waiting');
      // A new life gives it back soon after it has started.
      else await until(async () => ((await used()) === 0 ? true : undefined));
      if (done === 0) expect((await answer()).answer?.kind).not.toBe('waiting');
      await rest();
      for (const { id: waits } of await user.queue()) {
        await user.decide(waits, { kind: 'refuse' });
      }
      desk.time.shift += 2 * 3_600_000;
      await desk.rig.client.call('vault_unlock', {}, { keks: [desk.ready.kek] });
    }
  });

  test('error: a body that does not reach the outbox gives its use back at once', async () => {
    await granted(3);
    // oxlint-disable-next-line typescript/unbound-method -- called with its store below
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...args) {
      const request = put.apply(this, args);
      // As when the disk is full: the transaction fails as a whole.
      if (this.name === 'outbox') this.transaction.abort();
      return request;
    };
    try {
      const asked = await tab.request('update_wallet', rename('Full'));
      expect(asked).toMatchObject({ ok: false });
    } finally {
      IDBObjectStore.prototype.put = put;
    }
    expect(await used()).toBe(0);
  });
});

describe('news', () => {
  /** What the page knows in the end: its answer, or what it was told after. */
  const known = (page: Tab, id: string, answer: Told | null): Told | undefined =>
    page.told(id) ?? answer ?? undefined;

  test(
    `behavior: ${TRIALS} requests, the worker stopped anywhere: the page hears the end of each`,
    { timeout: 60_000 + TRIALS * 4000 },
    async () => {
      const random = seeded(SEED);
      const before = await desk.effects(WALLET);
      let done = 0;
      for (let trial = 0; trial < TRIALS; trial++) {
        const name = `News ${trial}`;
        const id = crypto.randomUUID();
        const refuse = random() < 0.25;
        killAt(1 + Math.floor(random() * 40));
        let answer = await bridged(tab, name, id);
        killAt(1 + Math.floor(random() * 60));
        await decided(name, refuse);
        killAt(1 + Math.floor(random() * 40));
        // A page that was answered `pending` looks once more now and then, as the SDK does.
        if (random() < 0.3) answer = await tab.ask('status', { id }).catch(() => answer);
        const end = await until(() => {
          // The browser starts the worker again for an alarm, or for somebody else.
          desk.rig.wake();
          const now = known(tab, id, answer);
          const over = now?.ok === false || now?.answer?.kind === 'completed';
          return over ? now : undefined;
        }).catch(() => known(tab, id, answer));
        desk.rig.atEffect = () => undefined;
        const what = end?.ok === false ? end.error?.code : end?.answer?.kind;
        expect({ seed: SEED, trial, what }).toEqual({
          seed: SEED,
          trial,
          what: refuse ? 'refused' : 'completed',
        });
        if (!refuse) done += 1;
        desk.time.shift += 3 * 60_000;
        await desk.rig.client.call('vault_touch', {});
      }
      expect(await desk.effects(WALLET)).toBe(before + done);
    },
  );

  /** The user decides about the one request, however often the worker dies over it. */
  async function decided(name: string, refuse: boolean): Promise<void> {
    for (let tries = 0; tries < 6; tries++) {
      try {
        const found = (await user.queue()).find(({ state }) => state === 'asking');
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
        // Shown again when the worker is back.
      }
    }
  }

  /** The worker dies in the moment in which it tells the page of something, as often as that. */
  function diesTelling(page: Tab, times: number): void {
    const hear = desk.rig.bridges.get(page.seat);
    let left = times;
    desk.rig.bridges.set(page.seat, (message) => {
      if (message.text !== undefined && left > 0) {
        left -= 1;
        desk.rig.kill();
        return undefined;
      }
      return hear?.(message);
    });
  }

  test.each([
    ['refused', async () => user.refuse()],
    ['completed', async () => user.approve()],
  ] as const)(
    'error: the worker dies while it tells that a request was %s',
    async (what, decide) => {
      const { id } = await tab.request('update_wallet', rename('Told'));
      diesTelling(tab, 2);
      await decide().catch(() => undefined);
      const told = await until(() => {
        desk.rig.wake();
        const news = tab.told(id);
        return news?.answer?.kind === 'pending' ? undefined : news;
      });
      expect(told.ok ? told.answer?.kind : told.error?.code).toBe(what);
      // Heard once, it is not told again.
      const kept = () => desk.rig.session.get('approvals') as { approvals: unknown[] };
      await until(() => (kept().approvals.length === 0 ? true : undefined));
    },
  );

  test('behavior: a page that is busy is told when it has time', async () => {
    const { id } = await tab.request('update_wallet', rename('Busy'));
    const hear = desk.rig.bridges.get(tab.seat);
    let tries = 0;
    desk.rig.bridges.set(tab.seat, (message) => {
      tries += 1;
      return tries < 3 ? new Promise(() => undefined) : hear?.(message);
    });
    await user.refuse();
    expect(await until(() => tab.told(id))).toMatchObject({ error: { code: 'refused' } });
  });

  test('behavior: what the service has not finished is told twice: pending, and the end', async () => {
    // Until the worker is stopped, whoever asks: what is over in between is not told.
    desk.tampered(/update_wallet|get_activity/, ({ activity }) => {
      activity['status'] = 'ACTIVITY_STATUS_PENDING';
      delete activity['result'];
    });
    const { id } = await tab.request('update_wallet', rename('Later'));
    await user.approve();
    await until(() => (tab.told(id)?.answer?.kind === 'pending' ? true : undefined));
    desk.rig.kill();
    desk.rig.net = desk.through;
    await until(() => (tab.told(id)?.answer?.kind === 'completed' ? true : undefined));
  });

  test('behavior: an answer that was lost with the worker is followed by the next one', async () => {
    const asked = await tab.request('update_wallet', rename('Slow'));
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    desk.rig.net = async (url, init) => {
      if (url.includes('update_wallet')) await held;
      return desk.through(url, init);
    };
    await user.approve();
    desk.rig.kill();
    // Whom to tell was noted by nobody: only the outbox knows the request.
    desk.rig.session.delete('approvals');
    desk.time.shift += 10_000;
    const status = await tab.ask('status', { id: asked.id });
    expect(['pending', undefined]).toContain(status.answer?.kind);
    release();
    await until(() => (tab.told(asked.id)?.answer?.kind === 'completed' ? true : undefined));
  });
});
