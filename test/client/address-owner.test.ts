import { beforeEach, describe, expect, test } from 'vitest';
import { ACCOUNTS_AT_ONCE, searchOwner, type OwnerSearch } from '../../src/client/address-owner.ts';
import { KeystampError } from '../../src/protocol/errors.ts';
import { createQuery } from '../../src/ui/records/records.ts';
import { useWorkerFixture } from '../worker/worker-fixture.ts';
import { settled } from '../test-clock.ts';

async function stepsOf(search: AsyncGenerator<OwnerSearch>): Promise<readonly OwnerSearch[]> {
  const steps: OwnerSearch[] = [];
  for await (const step of search) steps.push(step);
  return steps;
}

type Query = Parameters<typeof searchOwner>[0];
type Account = { readonly address: string; readonly format?: string; readonly name?: string };

/** An organization in memory, listed like the service does: a page at a time, after an account. */
function organization(
  accounts: readonly Account[],
  keys: readonly { readonly name: string; readonly address: string }[] = [],
) {
  const asked: string[] = [];
  const listed = accounts.map(({ address, format, name }, at) => ({
    walletAccountId: `account ${at}`,
    walletId: 'wallet',
    curve: 'CURVE_SECP256K1',
    path: 'm',
    addressFormat: format ?? 'ADDRESS_FORMAT_ETHEREUM',
    address,
    ...(name !== undefined && {
      name: 'Operating',
      walletDetails: { walletId: 'wallet', walletName: name },
    }),
  }));
  const query: Query = async (operation, { paginationOptions }) => {
    asked.push(operation);
    if (operation === 'list_private_keys') {
      return {
        privateKeys: keys.map(({ name, address }) => ({
          privateKeyId: name,
          publicKey: '',
          privateKeyName: name,
          curve: 'CURVE_SECP256K1',
          addresses: [{ format: 'ADDRESS_FORMAT_ETHEREUM', address }],
        })),
      };
    }
    const { after, limit } = paginationOptions as { after?: string; limit: string };
    const start = listed.findIndex(({ walletAccountId }) => walletAccountId === after) + 1;
    return { accounts: listed.slice(start, start + Number(limit)) };
  };
  return { query, asked };
}

const ethereum = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;
const many = (count: number, named: Readonly<Record<number, string>> = {}): Account[] =>
  Array.from({ length: count }, (_, n) => ({
    address: ethereum(n + 1),
    ...(named[n] !== undefined && { name: named[n] }),
  }));

describe('searchOwner', () => {
  test('behavior: an address of a wallet, by what it encodes and not by its letters', async () => {
    const checksummed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    const { query } = organization([{ address: checksummed, name: 'Payroll' }]);
    for (const address of [checksummed, checksummed.toLowerCase()]) {
      expect((await stepsOf(searchOwner(query, address))).at(-1)).toEqual({
        kind: 'own',
        name: 'Payroll',
        account: 'Operating',
      });
    }
    // One letter in the wrong case is another text that is no address at all.
    const spoilt = checksummed.replace('aAeb', 'aaeb');
    expect((await stepsOf(searchOwner(query, spoilt))).at(-1)).toEqual({ kind: 'foreign' });
  });

  test('behavior: an address of a private key; the wallets aren’t read then', async () => {
    const { query, asked } = organization(many(300), [
      { name: 'Hot key', address: ethereum(9999) },
    ]);
    expect((await stepsOf(searchOwner(query, ethereum(9999)))).at(-1)).toEqual({
      kind: 'own',
      name: 'Hot key',
      account: '',
    });
    expect(asked).toEqual(['list_private_keys']);
  });

  test('behavior: reading stops at the first hit, and says how far it has come', async () => {
    const { query, asked } = organization(many(1000, { 250: 'Cold' }));
    expect(await stepsOf(searchOwner(query, ethereum(251)))).toEqual([
      { kind: 'searching', checked: 0 },
      { kind: 'searching', checked: 100 },
      { kind: 'searching', checked: 200 },
      { kind: 'own', name: 'Cold', account: 'Operating' },
    ]);
    expect(asked).toHaveLength(4);
  });

  test('behavior: not in the organization is said only after the last page', async () => {
    for (const count of [0, 99, 100, 250]) {
      const { query, asked } = organization(many(count));
      const steps = await stepsOf(searchOwner(query, ethereum(5000)));
      expect(steps.findIndex(({ kind }) => kind === 'foreign')).toBe(steps.length - 1);
      expect(asked).toHaveLength(2 + Math.floor(count / 100));
    }
  });

  test('behavior: in a huge organization it pauses, and goes on when asked', async () => {
    const { query, asked } = organization(many(30_000));
    const search = searchOwner(query, ethereum(29_999));
    const runToPause = async () => {
      for (;;) {
        const { value, done } = await search.next();
        if (done || value.kind !== 'searching') return value as OwnerSearch | undefined;
      }
    };
    expect(await runToPause()).toEqual({ kind: 'paused', checked: ACCOUNTS_AT_ONCE });
    expect(asked).toHaveLength(1 + ACCOUNTS_AT_ONCE / 100);
    expect(await runToPause()).toEqual({ kind: 'paused', checked: 2 * ACCOUNTS_AT_ONCE });
    let end = await runToPause();
    while (end?.kind === 'paused') end = await runToPause();
    expect(end).toEqual({ kind: 'own', name: '', account: '' });
    expect(asked).toHaveLength(301);
  });

  test('behavior: a caller that stops asking ends the reading', async () => {
    const { query, asked } = organization(many(1000));
    for await (const step of searchOwner(query, ethereum(5000))) {
      if (step.kind === 'searching' && step.checked === 200) break;
    }
    await settled();
    expect(asked).toHaveLength(3);
  });

  test.each(['list_private_keys', 'list_wallet_accounts'])(
    'error: when %s fails, nothing is said of whose it is',
    async (failing) => {
      const { query } = organization(many(250));
      const unlucky: Query = async (operation, parameters) => {
        const { after } = (parameters['paginationOptions'] ?? {}) as { after?: string };
        if (operation === failing && after !== 'account 99') {
          if (operation === 'list_private_keys' || after !== undefined)
            throw new KeystampError('service_unreachable');
        }
        return query(operation, parameters);
      };
      const steps = await stepsOf(searchOwner(unlucky, ethereum(5000)));
      expect(steps.at(-1)).toMatchObject({
        kind: 'failed',
        error: { code: 'service_unreachable' },
      });
      expect(steps.map(({ kind }) => kind)).not.toContain('foreign');
    },
  );

  test('error: a service that repeats a page, or answers something else, proves nothing', async () => {
    const { query } = organization(many(100));
    const repeating: Query = (operation, parameters) =>
      query(operation, { ...parameters, paginationOptions: { limit: '100' } });
    const malformed: Query = async (operation) =>
      operation === 'list_private_keys' ? { privateKeys: [] } : { accounts: 'none' };
    for (const answer of [repeating, malformed]) {
      const steps = await stepsOf(searchOwner(answer, ethereum(5000)));
      expect(steps.at(-1)).toMatchObject({ kind: 'failed', error: { code: 'service_malformed' } });
    }
  });
});

describe('against the service', () => {
  const fixture = useWorkerFixture();
  let query: Query;
  beforeEach(() => {
    query = createQuery(fixture.browser.client, fixture.account.profile.id);
  });

  test('behavior: a new wallet’s address is found with its name, another one isn’t', async () => {
    const walletName = `Payroll ${crypto.randomUUID().slice(0, 8)}`;
    const { id } = await fixture.submit('create_wallet', {
      walletName,
      accounts: [
        {
          curve: 'CURVE_SECP256K1',
          pathFormat: 'PATH_FORMAT_BIP32',
          path: "m/44'/60'/0'/0/0",
          addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
        },
      ],
    });
    const entry = await fixture.time.until(async () => {
      const found = await fixture.browser.client.call('activities_get', { id });
      return found.state === 'completed' ? found : undefined;
    });
    const { addresses } = entry.result as { addresses: readonly string[] };
    const own = addresses[0] ?? '';
    const steps = await stepsOf(searchOwner(query, own.toLowerCase()));
    expect(steps.at(-1)).toEqual({ kind: 'own', name: walletName, account: '' });
    expect((await stepsOf(searchOwner(query, ethereum(1)))).at(-1)).toEqual({ kind: 'foreign' });
  });
});
