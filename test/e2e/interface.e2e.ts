import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import { interfaceReadingWordsDe } from '../../src/ui/words/de/interface-reading.ts';
import { interfaceReadingWords } from '../../src/ui/words/en/interface-reading.ts';
import { checkShown } from './appearance.ts';
import type { Keystamp } from './browser.ts';
import { test } from './environment.ts';
import type { Oracle } from './oracle.ts';
import { openPopup } from './pages.ts';
import { shoot } from './screenshots.ts';
import { createClientThrough } from './set-up-by-calls.ts';
import { fillForm, openForm, operationRow, textFor, waitForState } from './user-actions.ts';

/*
 * What people have of a contract's interface, put into the form as they do: pasted, typed, chosen as a
 * file. Its review says what was left out, also after the popup was closed.
 */

const OPERATION = 'create_smart_contract_interface';
const row = operationRow(OPERATION);
const ADDRESS = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

const entry = (name: string) => ({
  type: 'function',
  name,
  inputs: [{ name: 'to', type: 'address' }],
  outputs: [],
  stateMutability: 'nonpayable',
});
const ABI = [entry('transfer'), entry('burn')];
const HARDHAT = {
  _format: 'hh-sol-artifact-1',
  contractName: 'Token',
  sourceName: 'contracts/Token.sol',
  abi: ABI,
  bytecode: `0x${'60'.repeat(200)}`,
  linkReferences: {},
};

let keystamp: Keystamp;
let oracle: Oracle;
let popup: Page;

test.beforeAll(async ({ environments }) => {
  const { options, ...environment } = await environments.start();
  ({ keystamp, oracle } = environment);
  await options.close();
  popup = await openPopup(keystamp);
});

const field = (): Locator => popup.locator('[data-field="smartContractInterface"]');
const area = (): Locator => field().locator('textarea');

/** The form anew, with an empty field. */
async function startForm(): Promise<void> {
  await openForm(popup, row);
  await area().fill('');
}

const chooseFile = (name: string, content: unknown): Promise<void> =>
  field()
    .locator('input[type="file"]')
    .setInputFiles({
      name,
      mimeType: 'application/json',
      buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
    });

const expectText = (text: string): Promise<void> => expect(area()).toHaveValue(text);
/** A text that is too long to show. */
const expectHeld = ({ length }: string): Promise<void> =>
  expect(
    field().getByText(textFor('app.longText', { count: length.toLocaleString('en') })),
  ).toBeVisible();
const clearHeld = (): Promise<void> =>
  field()
    .getByRole('button', { name: textFor('app.longTextClear'), exact: true })
    .click();
const expectNote = (text: string): Promise<void> =>
  expect(field().getByRole('status').filter({ hasText: text })).toBeVisible();

const checkScreen = (name: string) => checkShown(popup, `interface-${name}`, { fullPage: true });

test('behavior: an artifact becomes its ABI, and the review after a closed popup says what was left out', async () => {
  await startForm();
  await fillForm(popup, row, {
    label: 'Artifact',
    smartContractAddress: ADDRESS,
    smartContractInterface: JSON.stringify(HARDHAT, null, 2),
  });
  await expectText(JSON.stringify(ABI));
  await expectNote(interfaceReadingWords['interface.source.hardhat']);
  await expectNote('bytecode');
  await field().getByText('burn(address to)').waitFor();
  await checkScreen('artifact');

  await popup.close();
  popup = await openPopup(keystamp);
  await openForm(popup, row);
  await expectText(JSON.stringify(ABI));
  await expectNote('bytecode');
  await popup.getByRole('button', { name: textFor('popup.review.title') }).click();
  await expect(popup.getByRole('status').filter({ hasText: 'bytecode' })).toBeVisible();
  await checkScreen('artifact-review');
  await popup.getByRole('button', { name: operationRow(OPERATION).action, exact: true }).click();
  await waitForState(popup, 'completed');
  const { organizationId, client } = oracle;
  const { smartContractInterfaces } = await client.getSmartContractInterfaces({ organizationId });
  const stored = smartContractInterfaces.find(({ label }) => label === 'Artifact');
  expect(stored?.smartContractInterface).toBe(JSON.stringify(ABI));
});

test('behavior: a block explorer’s answer as a file, behind a byte order mark', async () => {
  await startForm();
  const answer = { status: '1', message: 'OK', result: JSON.stringify(ABI) };
  await chooseFile('answer.json', `\uFEFF${JSON.stringify(answer)}`);
  await expectText(JSON.stringify(ABI));
  await expectNote(interfaceReadingWords['interface.source.explorer']);
});

test('behavior: declarations that are typed become an ABI when the field is left', async () => {
  await startForm();
  await area().pressSequentially('function burn(address to)');
  await expectText('function burn(address to)');
  await area().blur();
  const { type, name, stateMutability, inputs, outputs } = entry('burn');
  await expectText(JSON.stringify([{ type, name, stateMutability, inputs, outputs }]));
  await expectNote(interfaceReadingWords['interface.source.declarations']);
  await checkScreen('declarations');
});

const SEVERAL = {
  contracts: {
    'contracts/Token.sol': { Token: { abi: ABI }, Math: { abi: [] } },
    'contracts/Vault.sol': { Vault: { abi: [entry('deposit')] } },
  },
};

test('behavior: of several contracts in a file, one is chosen', async () => {
  await startForm();
  // Too long for the field by itself.
  await chooseFile('output.json', { ...SEVERAL, sources: 'x'.repeat(1_200_000) });
  await field().getByText(interfaceReadingWords['interface.fault.several']).waitFor();
  await expectText('');
  await checkScreen('several');
  // The choice is gone once it is made.
  await field().getByRole('radio', { name: 'Vault' }).click();
  await expectText(JSON.stringify([entry('deposit')]));
  await expectNote('Token');

  await area().fill(JSON.stringify(SEVERAL));
  await field().getByRole('radio', { name: 'Token' }).click();
  await expectText(JSON.stringify(ABI));
  await expectNote('Vault');
  await checkScreen('several-chosen');
});

test('behavior: one that is too long only by its blanks loses them', async () => {
  await startForm();
  const long = Array.from({ length: 1800 }, (_, at) => entry(`function${at}`));
  const [pretty, plain] = [JSON.stringify(long, null, 4), JSON.stringify(long)];
  expect([pretty.length > 400_000, plain.length < 400_000]).toEqual([true, true]);
  await chooseFile('pretty.json', pretty);
  await expectHeld(plain);
  await expectNote(interfaceReadingWords['interface.note.minified']);
  await checkScreen('held');
  await clearHeld();
});

test('behavior: what is pasted and too long to show is read, and never laid out', async () => {
  await startForm();
  const long = Array.from({ length: 2600 }, (_, at) => entry(`function${at}`));
  const [pretty, plain] = [JSON.stringify(long, null, 4), JSON.stringify(long)];
  expect(pretty.length).toBeGreaterThan(625_000);
  for (const [text, held] of [
    [pretty, plain],
    [pretty.slice(0, 625_000), pretty.slice(0, 625_000)],
  ] as const) {
    await popup.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    // Whatever the area would have had in it is written down.
    const shown = await area().evaluateHandle((element: HTMLTextAreaElement) => {
      const lengths: number[] = [];
      element.addEventListener('input', () => lengths.push(element.value.length));
      return lengths;
    });
    await area().press('ControlOrMeta+v');
    await expectHeld(held);
    expect(await shown.jsonValue()).toEqual([]);
    await clearHeld();
  }
});

test('behavior: Anchor’s IDLs, old and new', async () => {
  await startForm();
  await fillForm(popup, row, { type: 'SMART_CONTRACT_INTERFACE_TYPE_SOLANA' });
  const instructions = [{ name: 'increment', accounts: [], args: [] }];
  const old = { version: '0.1.0', name: 'counter', instructions };
  await area().fill(JSON.stringify(old));
  await expectText(JSON.stringify({ ...old, types: [] }));
  await expectNote(interfaceReadingWords['interface.note.idl_types']);
  const recent = JSON.stringify({
    address: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    metadata: { name: 'counter', version: '0.1.0', spec: '0.1.0' },
    instructions: instructions.map((one) => ({ ...one, discriminator: [1, 2] })),
    types: [],
  });
  await area().fill(recent);
  await expectText(recent);
  await expect(field().getByText(interfaceReadingWords['interface.note.idl_types'])).toHaveCount(0);
  await fillForm(popup, row, { type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM' });
});

const FAULTS = [
  [
    'interface.fault.not_verified',
    JSON.stringify({ status: '0', message: 'NOTOK', result: 'Contract source code not verified' }),
  ],
  ['interface.fault.cut', JSON.stringify(ABI).slice(0, -20)],
  ['interface.fault.bytecode', HARDHAT.bytecode],
] as const;

test('error: what holds no interface is named, in both languages', async () => {
  await startForm();
  for (const [key, text] of FAULTS) {
    await area().fill(text);
    await field().getByText(interfaceReadingWords[key]).waitFor();
    await checkScreen(key.replace('interface.fault.', 'fault-'));
  }
  const client = createClientThrough(popup);
  const { settings } = await client.call('state', {});
  await client.call('settings_save', { ...settings, locale: 'de' });
  try {
    await popup.reload();
    for (const [key, text] of FAULTS) {
      await area().fill(text);
      await field().getByText(interfaceReadingWordsDe[key]).waitFor();
      await shoot(popup, `interface-german-${key.replace('interface.fault.', '')}`);
    }
    await area().fill(JSON.stringify(SEVERAL));
    await field().getByText(interfaceReadingWordsDe['interface.fault.several']).waitFor();
    await shoot(popup, 'interface-german-several', { fullPage: true });
    await area().fill(JSON.stringify(HARDHAT));
    await expectText(JSON.stringify(ABI));
    await shoot(popup, 'interface-german-artifact', { fullPage: true });
  } finally {
    await client.call('settings_save', settings);
    await popup.reload();
  }
});
