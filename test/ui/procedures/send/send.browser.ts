import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import '../../../../src/ui/style.css';
import { decodeFunctionData, erc20Abi } from 'viem';
import { draw, pageSize } from '../../../gallery/draw.ts';
import { SCENES, type Scene } from '../../../gallery/scenes.ts';
import { axeFaults } from '../../axe.ts';

/* The form that sends: what it refuses and warns of, and the exact call that its review is about. */

const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const DEMO = '0x6b175474e89094c44da98b954eedeac495271d0f';
const FROM = '0x52908400098527886E0F7030069857D2E4169EE7';

let root: HTMLElement;
afterEach(() => root.remove());

const sent = (to: string) => ({
  id: '00000000-0000-4000-8000-000000000777',
  operation: 'eth_send_transaction',
  state: 'completed',
  createdAt: 1,
  parameters: { from: FROM, caip2: 'eip155:31337', calls: [{ to, value: '1' }] },
});

/** Draws the form; what it asks the worker to submit is kept. */
async function open(used: readonly string[] = [], name = 'popup-send'): Promise<unknown[]> {
  const scene: Scene | undefined = SCENES[name];
  if (!scene) throw new Error(`no scene ${name}`);
  const submitted: unknown[] = [];
  const answers = {
    ...scene.answers,
    activities_list: () => used.map(sent),
    activities_submit: (input: unknown) => void submitted.push(input),
  };
  await page.viewport(...pageSize(scene));
  root = document.createElement('div');
  document.body.append(root);
  draw({ ...scene, answers }, root, 'light');
  await expect.element(to).toBeVisible();
  return submitted;
}

const to = page.getByRole('textbox', { name: 'To' });
const amount = page.getByRole('textbox', { name: 'Amount' });
const asset = page.getByRole('combobox', { name: 'Asset' });
const review = page.getByRole('button', { name: 'Review', exact: true });
const says = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible();

test.for([
  ['', '1', 'Enter an address, or choose one.'],
  ['vitalik.eth', '1', /doesn’t look up names such as ENS/],
  [TO.slice(0, -1), '1', /too short or too long/],
  [TO.replace('C', 'c'), '1', /checksum is wrong|mixed up/],
  ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', '1', /Bitcoin/],
  [TO, '', 'Enter an amount.'],
  [TO, '1,5', /Enter a number like 1\.5/],
  [TO, '-1', /Enter a number like 1\.5/],
  [TO, '0.000', 'Enter more than 0.'],
  [TO, '2.500000000000000001', /has only 2\.5 ETH/],
  [TO, '0.1234567890123456789', 'ETH has only 18 decimal places.'],
] as const)('error: to “%s” with “%s”', async ([recipient, typed, fault]) => {
  await open();
  await to.fill(recipient);
  await amount.fill(typed);
  await review.click();
  await says(fault);
  expect(document.querySelector('dialog[open]')).toBeNull();
});

test('behavior: Max keeps the fee back, and the review is of exactly that', async () => {
  const submitted = await open();
  await to.fill(TO);
  await page.getByRole('button', { name: 'Max' }).click();
  await expect.element(amount).toHaveValue('2.4979');
  await review.click();
  await says(/0\.0021 ETH, less the network fee/);
  expect(await axeFaults()).toEqual([]);
  await page.getByRole('button', { name: 'Send 2.4979 ETH' }).click();
  await expect
    .poll(() => submitted)
    .toMatchObject([
      {
        operation: 'eth_send_transaction',
        parameters: {
          from: FROM,
          caip2: 'eip155:31337',
          calls: [{ to: TO, value: '2497900000000000000' }],
        },
      },
    ]);
});

test('behavior: a token goes by a call of its contract, in its own units', async () => {
  const submitted = await open();
  await asset.selectOptions('125.5 DEMO');
  await to.fill(TO.toLowerCase());
  await page.getByRole('button', { name: 'Max' }).click();
  await expect.element(amount).toHaveValue('125.5');
  await amount.fill('0.1234567');
  await review.click();
  await says('DEMO has only 6 decimal places.');
  await amount.fill('25.5');
  await review.click();
  await says('100 DEMO');
  await says(/2\.5 ETH, less the network fee/);
  await page.getByRole('button', { name: 'Send 25.5 DEMO' }).click();
  await expect.poll(() => submitted).toHaveLength(1);
  const [{ parameters }] = submitted as [
    { parameters: { calls: { to: string; data: `0x${string}` }[] } },
  ];
  const [call, ...others] = parameters.calls;
  expect(others).toEqual([]);
  expect(call?.to).toBe(DEMO);
  expect(decodeFunctionData({ abi: erc20Abi, data: call?.data ?? '0x' })).toEqual({
    functionName: 'transfer',
    args: [TO, 25_500_000n],
  });
});

test('behavior: a recipient that is new, planted, lost or one’s own is said to be that', async () => {
  const planted = `${TO.slice(0, 6)}${'0'.repeat(32)}${TO.slice(-4)}`.toLowerCase();
  await open([TO]);
  await to.fill(planted);
  await says('This only looks like an address you know');
  await says(/begins and ends like .*0x70997970/);
  await to.fill(`0x${'0'.repeat(40)}`);
  await says('Nobody has the key of this address');
  await to.fill(FROM);
  await says('This is the account that sends');
  await to.fill(`0x${'12'.repeat(20)}`);
  await says('Nothing was sent here from this browser yet');
  await asset.selectOptions('125.5 DEMO');
  await to.fill(DEMO);
  await says('This is the token’s own contract');
  await to.fill(TO);
  await expect.poll(() => document.querySelectorAll('.banner')).toHaveLength(0);
});

test('behavior: an address that was sent to is chosen instead of typed', async () => {
  await open([TO]);
  await page.getByRole('button', { name: 'Choose an address' }).click();
  await page.getByRole('searchbox', { name: 'Name or address' }).fill('0x7099');
  await page.getByRole('button', { name: /0x70997970/ }).click();
  await expect.element(to).toHaveValue(TO);
});
