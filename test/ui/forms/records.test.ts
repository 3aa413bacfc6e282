import { describe, expect, test } from 'vitest';
import { KeystampError } from '../../../src/protocol/errors.ts';
import { createRecords, partsKey, recordKey } from '../../../src/ui/forms/records.ts';

type Parameters = Readonly<Record<string, unknown>>;

const account = (n: number) => ({ walletAccountId: `account-${n}`, address: `0x${n}` });
const accounts = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => account(from + index));

/** Records over a service that answers as told, and a clock that a test moves. */
function openRecords(answer: (operation: string, parameters: Parameters) => unknown) {
  const asked: [string, Parameters][] = [];
  const clock = { at: 1_000_000 };
  const records = createRecords({
    query: async (operation, parameters) => {
      asked.push([operation, parameters]);
      return Promise.resolve(answer(operation, parameters) as Parameters);
    },
    now: () => clock.at,
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
