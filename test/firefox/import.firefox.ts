import type { Page } from 'playwright';
import { expect, test } from 'playwright/test';
import { answering } from '../e2e/bad-answers.ts';
import { another, finish, hex, openImport, prepare, proofs, verdict } from '../e2e/importing.ts';
import { useFirefox } from './stage.ts';

/*
 * The import of a private key in a real Firefox: pasted, sealed to the local service's enclave without
 * anything entered by hand, and proved by its addresses; a lie is found out.
 */

const stage = useFirefox();
let page: Page;

test.beforeAll(async () => {
  page = await openImport(stage);
});

for (const curve of ['CURVE_SECP256K1', 'CURVE_ED25519'] as const) {
  test(`behavior: a key of ${curve} is imported and proved`, async () => {
    const shown = await prepare(page, { name: `From Firefox ${curve}`, text: hex(), curve });
    expect(await finish(page)).toBe('done');
    expect(await verdict(page)).toBe('proved');
    const { client, organizationId } = stage.oracle;
    const { privateKeys } = await client.getPrivateKeys({ organizationId });
    const stored = privateKeys.find(
      ({ privateKeyName }) => privateKeyName === `From Firefox ${curve}`,
    );
    const addresses = stored?.addresses.map(({ address }) => address) ?? [];
    expect(new Set(addresses)).toEqual(new Set(Object.values(shown)));
    await another(page);
  });
}

test('behavior: the background ended between its two steps: imported once', async () => {
  const { client, organizationId } = stage.oracle;
  await prepare(page, { name: 'Ended between', text: hex(), curve: 'CURVE_SECP256K1' });
  const arrived = stage.proxy.arrival('/submit/init_import_private_key');
  const ended = arrived.then(() => stage.keystamp.stopBackground());
  const before = (await stage.oracle.effects())['ACTIVITY_TYPE_IMPORT_PRIVATE_KEY'] ?? 0;
  expect(await finish(page)).toBe('done');
  await ended;
  expect((await stage.oracle.effects())['ACTIVITY_TYPE_IMPORT_PRIVATE_KEY']).toBe(before + 1);
  const { privateKeys } = await client.getPrivateKeys({ organizationId });
  expect(
    privateKeys.filter(({ privateKeyName }) => privateKeyName === 'Ended between').length,
  ).toBe(1);
  await another(page);
});

type Listed = { readonly format: string; readonly address: string };

test('error: an address that is another key’s is found out', async () => {
  await prepare(page, { name: 'Lied about', text: hex(), curve: 'CURVE_SECP256K1' });
  stage.proxy.next(
    '/submit/import_private_key',
    answering(({ result }) => {
      const { importPrivateKeyResult } = result as {
        importPrivateKeyResult: { addresses: readonly Listed[] };
      };
      const addresses = importPrivateKeyResult.addresses.map((one) =>
        one.address.startsWith('0x')
          ? { ...one, address: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf' }
          : one,
      );
      return { result: { importPrivateKeyResult: { ...importPrivateKeyResult, addresses } } };
    }),
  );
  expect(await finish(page)).toBe('done');
  expect(await verdict(page)).toBe('mismatch');
  expect(await proofs(page)).toMatchObject({ ADDRESS_FORMAT_ETHEREUM: 'mismatch' });
});

test('behavior: nothing was complained about on any console', async () => {
  expect(await stage.keystamp.logs()).toEqual([]);
});
