import { signal } from '@preact/signals';
import { describe, expect, test } from 'vitest';
import type { EntryView } from '../../../src/protocol/outbox-entry.ts';
import { entry } from '../page/world.ts';
import { KeystampError } from '../../../src/protocol/errors.ts';
import { partsKey, recordKey } from '../../../src/ui/records/list-sources.ts';
import { createRecords, type RecordsEffects } from '../../../src/ui/records/records.ts';
import { settled } from '../../test-clock.ts';

type Parameters = Readonly<Record<string, unknown>>;

const account = (n: number) => ({ walletAccountId: `account-${n}`, address: `0x${n}` });
const accounts = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => account(from + index));

/** Records over a service that answers as told, and a clock that a test moves. */
function openRecords(
  answer: (operation: string, parameters: Parameters) => unknown,
  others: Partial<RecordsEffects> = {},
) {
  const asked: [string, Parameters][] = [];
  const clock = { at: 1_000_000 };
  const records = createRecords({
    query: async (operation, parameters) => {
      asked.push([operation, parameters]);
      return Promise.resolve(answer(operation, parameters) as Parameters);
    },
    now: () => clock.at,
    ...others,
  });
  return { records, asked, clock };
}

describe('createRecords', () => {
  test('behavior: a list is read once in ten seconds, then again, and shown until then', async () => {
    let name = 'Payroll';
    const { records, asked, clock } = openRecords(() => ({
      wallets: [{ walletId: 'w', walletName: name }],
    }));
    await records.load('wallet');
    await records.load('wallet');
    expect(asked).toEqual([['list_wallets', {}]]);
    name = 'Payroll 2027';
    clock.at += 10_001;
    const loading = records.load('wallet');
    expect(records.known.value.wallet?.get('w')?.name).toBe('Payroll');
    await loading;
    expect(records.known.value.wallet?.get('w')?.name).toBe('Payroll 2027');
  });

  test('behavior: a clock set back does not keep an old list for long', async () => {
    const { records, asked, clock } = openRecords(() => ({ users: [] }));
    await records.load('user');
    clock.at -= 3_600_000;
    await records.load('user');
    expect(asked).toHaveLength(2);
  });

  test('behavior: loads at the same time share one reading', async () => {
    const { records, asked } = openRecords(() => ({ users: [] }));
    await Promise.all([records.load('user'), records.load('user')]);
    expect(asked).toHaveLength(1);
  });

  test('behavior: a list in pages is read to its end', async () => {
    const all = accounts(0, 230);
    const { records, asked } = openRecords((_operation, parameters) => {
      const { after } = parameters['paginationOptions'] as { after?: string };
      const from = after === undefined ? 0 : Number(after.replace('account-', '')) + 1;
      return { accounts: all.slice(from, from + 100) };
    });
    await records.load('walletAccount');
    expect(records.known.value.walletAccount?.size).toBe(230);
    expect(asked.map(([, parameters]) => parameters['paginationOptions'])).toEqual([
      { limit: '100' },
      { limit: '100', after: 'account-99' },
      { limit: '100', after: 'account-199' },
    ]);
  });

  test('behavior: a list of many pages stays longer', async () => {
    const all = accounts(0, 130);
    const { records, asked, clock } = openRecords((_operation, parameters) => {
      const { after } = parameters['paginationOptions'] as { after?: string };
      return { accounts: after === undefined ? all.slice(0, 100) : all.slice(100) };
    });
    await records.load('walletAccount');
    clock.at += 15_000;
    await records.load('walletAccount');
    expect(asked).toHaveLength(2);
    clock.at += 10_000;
    await records.load('walletAccount');
    expect(asked).toHaveLength(4);
  });

  test('error: a service that repeats a page without end is asked twice', async () => {
    const { records, asked } = openRecords(() => ({ accounts: accounts(0, 100) }));
    await records.load('walletAccount');
    expect(asked).toHaveLength(2);
    expect(records.known.value.walletAccount?.size).toBe(100);
  });

  test('behavior: the parts of a record are a list of their own', async () => {
    const { records, asked } = openRecords(() => ({ accounts: accounts(0, 2) }));
    const key = partsKey('walletAccount', 'w');
    await records.load(key);
    expect(asked).toEqual([
      ['list_wallet_accounts', { walletId: 'w', paginationOptions: { limit: '100' } }],
    ]);
    expect(records.known.value[key]?.size).toBe(2);
    expect(records.known.value.walletAccount).toBeUndefined();
  });

  test('behavior: one record is read by the query that shows it', async () => {
    const apiKey = { apiKeyId: 'k', apiKeyName: 'Build server' };
    const { records, asked } = openRecords(() => ({ apiKey }));
    await records.load(recordKey('apiKey', 'k'));
    expect(asked).toEqual([['get_api_key', { apiKeyId: 'k' }]]);
    expect(records.known.value[recordKey('apiKey', 'k')]?.get('k')).toEqual({
      id: 'k',
      name: 'Build server',
      record: apiKey,
    });
  });

  test('error: an answer without the record knows none', async () => {
    const { records } = openRecords(() => ({}));
    await records.load(recordKey('apiKey', 'k'));
    expect(records.known.value[recordKey('apiKey', 'k')]?.size).toBe(0);
  });

  test('error: a failure is said, forgotten with the next success, and keeps what was known', async () => {
    let fails = false;
    const { records, clock } = openRecords(() => {
      if (fails) throw new KeystampError('service_unreachable');
      return { users: [{ userId: 'u', userName: 'Ada' }] };
    });
    await records.load('user');
    fails = true;
    clock.at += 20_000;
    await records.load('user');
    expect(records.loadErrors.value.user?.code).toBe('service_unreachable');
    expect(records.known.value.user?.size).toBe(1);
    fails = false;
    await records.load('user');
    expect(records.loadErrors.value.user).toBeUndefined();
  });

  test('behavior: reload reads what was read before of some kinds, and nothing else', async () => {
    const { records, asked } = openRecords((operation) =>
      operation === 'list_wallets' ? { wallets: [] } : { users: [] },
    );
    await records.load('wallet');
    await records.load('user');
    await records.reload(['wallet', 'userTag']);
    expect(asked.map(([operation]) => operation)).toEqual([
      'list_wallets',
      'list_users',
      'list_wallets',
    ]);
  });

  test('behavior: a list that is being read during a reload is read once more', async () => {
    const { records, asked } = openRecords(() => ({ wallets: [] }));
    const first = records.load('wallet');
    await Promise.all([first, records.reload(['wallet'])]);
    expect(asked).toHaveLength(2);
  });
});

/** What the worker keeps, over several openings of a page. */
function createStore() {
  const items = new Map<string, string>();
  return {
    items,
    get: async (name: string): Promise<unknown> => {
      const text = items.get(name);
      return Promise.resolve(text === undefined ? null : JSON.parse(text));
    },
    set: async (name: string, value: unknown) =>
      Promise.resolve(void items.set(name, JSON.stringify(value))),
  };
}

/** A service with accounts in pages of a hundred, which a test can stop after some pages. */
function createPages(all: () => readonly object[]) {
  const served = { pages: Infinity };
  const answer = (_operation: string, parameters: Parameters) => {
    if (served.pages === 0) throw new KeystampError('service_unreachable');
    served.pages -= 1;
    const { after } = parameters['paginationOptions'] as { after?: string };
    const from = after === undefined ? 0 : Number(after.replace('account-', '')) + 1;
    return { accounts: all().slice(from, from + 100) };
  };
  return { served, answer };
}

const OFFLINE = () => {
  throw new KeystampError('service_unreachable');
};
const payroll = (walletName: string) => ({ wallets: [{ walletId: 'w', walletName }] });
const rename: EntryView = {
  ...entry,
  operation: 'update_wallet',
  type: 'ACTIVITY_TYPE_UPDATE_WALLET',
  parameters: { walletId: 'w', walletName: 'Payroll 2027' },
};

describe('lists of an earlier opening', () => {
  test('behavior: are there at once, marked with their time until they are read again', async () => {
    const store = createStore();
    const first = openRecords(() => payroll('Payroll'), { store });
    await first.records.load('wallet');
    await settled();
    const { records, clock } = openRecords(OFFLINE, { store });
    clock.at += 60_000;
    await records.load('wallet');
    expect(records.known.value.wallet?.get('w')?.name).toBe('Payroll');
    expect(records.asOf.value.wallet).toBe(1_000_000);
    expect(records.loadErrors.value.wallet?.code).toBe('service_unreachable');
    const back = openRecords(() => payroll('Payroll 2'), { store });
    back.clock.at += 60_000;
    await back.records.load('wallet');
    expect(back.records.known.value.wallet?.get('w')?.name).toBe('Payroll 2');
    expect(back.records.asOf.value).toEqual({});
  });

  test('behavior: are not read again while they are young, nor marked', async () => {
    const store = createStore();
    await openRecords(() => payroll('Payroll'), { store }).records.load('wallet');
    await settled();
    const { records, asked, clock } = openRecords(() => payroll('Other'), { store });
    clock.at += 9_000;
    await records.load('wallet');
    expect([asked, records.asOf.value]).toEqual([[], {}]);
    expect(records.known.value.wallet?.get('w')?.name).toBe('Payroll');
    clock.at += 2_000;
    await records.load('wallet');
    expect(asked).toHaveLength(1);
  });

  test('error: from the future, or from before a change made here, are read again', async () => {
    const store = createStore();
    await openRecords(() => payroll('Payroll'), { store }).records.load('wallet');
    await settled();
    const future = openRecords(() => payroll('Now'), { store });
    future.clock.at -= 60_000;
    await future.records.load('wallet');
    expect(future.asked).toHaveLength(1);
    await settled();
    const entries = () => [{ ...rename, state: 'completed', updatedAt: 1_000_001 } as const];
    const changed = openRecords(() => payroll('Payroll 2027'), { store, entries });
    changed.clock.at += 5_000;
    await changed.records.load('wallet');
    expect(changed.asked).toHaveLength(1);
  });

  test('behavior: a long one is kept in parts and comes back whole and in order', async () => {
    const store = createStore();
    const { answer } = createPages(() => accounts(0, 2_345));
    await openRecords(answer, { store }).records.load('walletAccount');
    await settled();
    expect([...store.items.keys()]).toEqual([
      'walletAccount#0',
      'walletAccount#1',
      'walletAccount#2',
    ]);
    const { records, asked } = openRecords(answer, { store });
    await records.load('walletAccount');
    const ids = [...(records.known.value.walletAccount?.keys() ?? [])];
    expect(ids).toEqual(accounts(0, 2_345).map(({ walletAccountId }) => walletAccountId));
    expect(asked).toEqual([]);
  });

  test('behavior: a reading that was broken off goes on where it was', async () => {
    const store = createStore();
    const { served, answer } = createPages(() => accounts(0, 2_345));
    served.pages = 15;
    await openRecords(answer, { store }).records.load('walletAccount');
    await settled();
    served.pages = Infinity;
    const { records, asked } = openRecords(answer, { store });
    await records.load('walletAccount');
    expect(asked[0]?.[1]['paginationOptions']).toEqual({ limit: '100', after: 'account-999' });
    expect(asked).toHaveLength(14);
    expect(records.known.value.walletAccount?.size).toBe(2_345);
    expect(records.asOf.value).toEqual({});
  });

  test('error: parts that are old, or do not follow each other, are read again from the start', async () => {
    const store = createStore();
    const { answer } = createPages(() => accounts(0, 2_345));
    await openRecords(answer, { store }).records.load('walletAccount');
    await settled();
    const old = openRecords(answer, { store });
    old.clock.at += 1_000_000;
    await old.records.load('walletAccount');
    expect(old.asked).toHaveLength(24);
    await settled();
    const second = JSON.parse(store.items.get('walletAccount#1') ?? '') as Parameters;
    store.items.set('walletAccount#1', JSON.stringify({ ...second, after: 'account-7' }));
    const gap = openRecords(answer, { store });
    gap.clock.at += 1_000_000;
    await gap.records.load('walletAccount');
    expect(gap.asked[0]?.[1]['paginationOptions']).toEqual({ limit: '100', after: 'account-999' });
  });

  test('behavior: one that has become shorter has nothing left of its former end', async () => {
    const store = createStore();
    let count = 2_345;
    const { answer } = createPages(() => accounts(0, count));
    await openRecords(answer, { store }).records.load('walletAccount');
    await settled();
    count = 1_000;
    const shorter = openRecords(answer, { store });
    shorter.clock.at += 1_000_000;
    await shorter.records.load('walletAccount');
    await settled();
    const { records, clock } = openRecords(OFFLINE, { store });
    clock.at += 1_000_000;
    await records.load('walletAccount');
    expect(records.known.value.walletAccount?.size).toBe(1_000);
  });

  test.each([[7], [[]], [{ at: 'now', after: null, records: [] }], [{ at: 1, records: {} }]])(
    'error: %j in their place is none',
    async (junk) => {
      const store = createStore();
      await store.set('wallet#0', junk);
      const { records } = openRecords(() => payroll('Payroll'), { store });
      await records.load('wallet');
      expect(records.known.value.wallet?.get('w')?.name).toBe('Payroll');
    },
  );

  test('behavior: without the service, a record is shown from the list that it is in', async () => {
    const store = createStore();
    await openRecords(() => payroll('Payroll'), { store }).records.load('wallet');
    await settled();
    const { records } = openRecords(OFFLINE, { store });
    await records.load(recordKey('wallet', 'w'));
    expect(records.known.value.wallet?.get('w')?.name).toBe('Payroll');
  });

  test('behavior: activities are never kept', async () => {
    const store = createStore();
    const { records } = openRecords(() => ({ activities: [{ id: 'a', type: 't' }] }), { store });
    await records.load('activity');
    await settled();
    expect([...store.items.keys()]).toEqual([]);
    expect(records.known.value.activity?.size).toBe(1);
  });
});

describe('changes made here', () => {
  test('behavior: are shown at once, and what is read after them is shown as it is', async () => {
    const entries = signal<readonly EntryView[]>([]);
    let name = 'Payroll';
    const { records, clock } = openRecords(() => payroll(name), { entries: () => entries.value });
    const shown = () => records.known.value.wallet?.get('w');
    await records.load('wallet');
    entries.value = [{ ...rename, state: 'sending' }];
    expect(shown()).toMatchObject({ name: 'Payroll 2027', record: { walletName: 'Payroll 2027' } });
    entries.value = [{ ...rename, state: 'completed', updatedAt: clock.at + 5 }];
    expect(shown()?.name).toBe('Payroll 2027');
    // Somebody else was faster.
    name = 'Payroll 2028';
    clock.at += 10;
    await records.reload(['wallet']);
    expect(shown()?.name).toBe('Payroll 2028');
  });

  test.each([
    'waiting',
    'pending',
    'failed',
    'rejected',
    'refused',
    'unknown',
    'mismatch',
  ] as const)('behavior: that are %s are none', async (state) => {
    const entries = () => [{ ...rename, state }];
    const { records } = openRecords(() => payroll('Payroll'), { entries });
    await records.load('wallet');
    expect(records.known.value.wallet?.get('w')?.name).toBe('Payroll');
  });

  test('behavior: the last one counts, and other records stay as they are', async () => {
    const entries = () => [
      { ...rename, createdAt: 2, state: 'sending' } as const,
      { ...rename, createdAt: 1, parameters: { walletId: 'w', walletName: 'Former' } },
      { ...rename, createdAt: 3, parameters: { walletId: 'other', walletName: 'No' } },
      { ...rename, createdAt: 4, parameters: null },
    ];
    const { records } = openRecords(() => payroll('Payroll'), { entries });
    await records.load('wallet');
    expect([...(records.known.value.wallet?.values() ?? [])].map(({ name }) => name)).toEqual([
      'Payroll 2027',
    ]);
  });
});
