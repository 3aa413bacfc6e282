import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { answering } from '../e2e/bad-answers.ts';
import { GETH, GETH_PASSWORD } from '../client/import/keystore-files.ts';
import { button, textFor } from '../e2e/user-actions.ts';
import {
  clickContinue,
  keyInput,
  paste,
  restartImport,
  shownAddresses,
  startOver,
  finishImport,
  randomHexKey,
  openImport,
  fillImport,
  readProofs,
  readVerdict,
} from '../e2e/import-actions.ts';
import { useFirefox } from './firefox-setup.ts';
import { test } from './firefox-test.ts';
import { trialUnless } from '../trial-tag.ts';

/*
 * Importing a private key in a real Firefox: pasted, sealed to the local service's enclave without
 * any other input, and proved by its addresses; a lie is detected.
 */

const setup = useFirefox();
let page: Page;

test.beforeAll(async () => {
  page = await openImport(setup);
});

for (const curve of ['CURVE_SECP256K1', 'CURVE_ED25519'] as const) {
  const details = trialUnless(curve === 'CURVE_ED25519');
  test(`behavior: a key of ${curve} is imported and proved`, details, async () => {
    const shown = await fillImport(page, {
      name: `From Firefox ${curve}`,
      text: randomHexKey(),
      curve,
    });
    expect(await finishImport(page)).toBe('done');
    expect(await readVerdict(page)).toBe('proved');
    const { client, organizationId } = setup.oracle;
    const { privateKeys } = await client.getPrivateKeys({ organizationId });
    const stored = privateKeys.find(
      ({ privateKeyName }) => privateKeyName === `From Firefox ${curve}`,
    );
    const addresses = stored?.addresses.map(({ address }) => address) ?? [];
    expect(new Set(addresses)).toEqual(new Set(Object.values(shown)));
    await startOver(page);
  });
}

test(
  'behavior: a keystore file with the numbers of geth is opened and imported',
  trialUnless(false),
  async () => {
    await paste(keyInput(page), JSON.stringify(GETH));
    await page.getByLabel(textFor('import.keystore.password'), { exact: true }).fill(GETH_PASSWORD);
    await button(page, 'import.keystore.open').click();
    const kind = textFor('import.found.keystore');
    const read = page.getByText(textFor('import.read.title', { kind }), { exact: true });
    await read.waitFor({ timeout: 90_000 });
    await clickContinue(page);
    await page.getByRole('heading', { name: textFor('import.heading.formats') }).waitFor();
    const { ADDRESS_FORMAT_ETHEREUM: address } = await shownAddresses(page);
    expect(address?.toLowerCase()).toBe(`0x${GETH.address}`);
    await restartImport(page);
  },
);

test('behavior: the background ended between its two steps: imported once', async () => {
  const { client, organizationId } = setup.oracle;
  await fillImport(page, { name: 'Ended between', text: randomHexKey(), curve: 'CURVE_SECP256K1' });
  const arrived = setup.proxy.arrival('/submit/init_import_private_key');
  const ended = arrived.then(() => setup.keystamp.stopBackground());
  const before = (await setup.oracle.effects())['ACTIVITY_TYPE_IMPORT_PRIVATE_KEY'] ?? 0;
  expect(await finishImport(page)).toBe('done');
  await ended;
  expect((await setup.oracle.effects())['ACTIVITY_TYPE_IMPORT_PRIVATE_KEY']).toBe(before + 1);
  const { privateKeys } = await client.getPrivateKeys({ organizationId });
  expect(
    privateKeys.filter(({ privateKeyName }) => privateKeyName === 'Ended between').length,
  ).toBe(1);
  await startOver(page);
});

type Listed = { readonly format: string; readonly address: string };

test('error: an address of another key is detected', trialUnless(false), async () => {
  await fillImport(page, { name: 'Lied about', text: randomHexKey(), curve: 'CURVE_SECP256K1' });
  setup.proxy.next(
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
  expect(await finishImport(page)).toBe('disproved');
  expect(await readVerdict(page)).toBe('mismatch');
  expect(await readProofs(page)).toMatchObject({ ADDRESS_FORMAT_ETHEREUM: 'mismatch' });
});

test('behavior: no errors on any console', async () => {
  expect(await setup.keystamp.logs()).toEqual([]);
});
