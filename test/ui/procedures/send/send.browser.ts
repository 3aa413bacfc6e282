import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../../src/ui/style.css';
import { decodeFunctionData, encodeFunctionData, erc20Abi } from 'viem';
import { draw, pageSize } from '../../../gallery/draw.ts';
import { SCENES, type Scene } from '../../../gallery/scenes.ts';
import { axeFaults } from '../../axe.ts';
import { id } from '../../page/world.ts';
import { openedSubmit } from '../../review/world.ts';

/* The form that sends: what it refuses and warns of, and the exact call that its review is about. */

const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const DEMO = '0x6b175474e89094c44da98b954eedeac495271d0f';
const FROM = '0x52908400098527886E0F7030069857D2E4169EE7';
const TRANSFER = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [TO, 1n] });

let root: HTMLElement;
afterEach(() => root.remove());

const sent = (to: string, more: object = {}) => ({
  id: '00000000-0000-4000-8000-000000000777',
  operation: 'eth_send_transaction',
  state: 'completed',
  createdAt: 1,
  parameters: { from: FROM, caip2: 'eip155:31337', calls: [{ to, value: '1' }] },
  ...more,
});

async function show(name: string, more: (scene: Scene) => Partial<Scene>): Promise<void> {
  const scene = SCENES[name];
  if (!scene) throw new Error(`no scene ${name}`);
  await page.viewport(...pageSize(scene));
  root = document.createElement('div');
  document.body.append(root);
  draw({ ...scene, ...more(scene) }, root, 'light');
}

type Opened = {
  /** What was signed in this browser. */
  readonly signed?: readonly object[];
  /** Other answers of the service. */
  readonly service?: Scene['service'];
  /** What an earlier opening left. */
  readonly kept?: Map<string, unknown>;
};

/** Draws the form; what it asks the worker to submit is kept. */
async function open({ signed = [], service = {}, kept }: Opened = {}): Promise<unknown[]> {
  const submitted: unknown[] = [];
  await show('popup-send', (scene) => ({
    answers: {
      ...scene.answers,
      activities_list: () => signed,
      activities_submit: (input: unknown) => void submitted.push(input),
    },
    service: { ...scene.service, ...service },
    ...(kept && { kept }),
  }));
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
  const kept = new Map<string, unknown>();
  const submitted = await open({ kept });
  await to.fill(TO);
  await page.getByRole('button', { name: 'Max' }).click();
  await expect.element(amount).toHaveValue('2.4979');
  await expect.poll(() => kept.get('drafts')).toBeDefined();
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
  await expect.poll(() => kept.get('drafts')).toBeUndefined();
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
  await open({ signed: [sent(TO)] });
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

test('behavior: only what was sent from here, and done, makes an address a known one', async () => {
  const failed = `0x${'34'.repeat(20)}`;
  const renamed = `0x${'56'.repeat(20)}`;
  await open({
    signed: [
      sent(TO),
      sent(failed, { state: 'failed' }),
      sent(renamed, { operation: 'sign_transaction' }),
    ],
  });
  for (const address of [failed, renamed]) {
    await to.fill(address);
    await says('Nothing was sent here from this browser yet');
  }
  await page.getByRole('button', { name: 'Choose an address' }).click();
  await expect.element(page.getByRole('button', { name: /0x70997970/ })).toBeVisible();
  expect(page.getByRole('dialog').element().textContent).not.toMatch(/0x(?:34|56){4}/);
});

test('behavior: of the organization’s accounts it offers others of Ethereum’s kind', async () => {
  const own = (n: number, address: string, name: string, format = 'ETHEREUM') => ({
    walletAccountId: id(n),
    walletId: id(5),
    curve: 'CURVE_SECP256K1',
    path: `m/${n}`,
    addressFormat: `ADDRESS_FORMAT_${format}`,
    address,
    name,
  });
  const accounts = [
    own(20, FROM, 'Operating'),
    own(26, TO, 'Savings'),
    own(27, 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', 'Elsewhere', 'TRON'),
  ];
  await open({ service: { list_wallet_accounts: { accounts } } });
  await page.getByRole('button', { name: 'Choose an address' }).click();
  const offered = page.getByRole('list', { name: 'Your organization’s accounts' });
  await expect
    .element(offered.getByRole('button'))
    .toHaveTextContent('Payroll · Savings0x70997970…17dc79C8');
});

test('behavior: an amount is of the asset and network that it was typed for', async () => {
  await open();
  const network = page.getByRole('combobox', { name: 'Network' });
  await amount.fill('2');
  await asset.selectOptions('125.5 DEMO');
  await expect.element(amount).toHaveValue('');
  await amount.fill('2');
  await network.selectOptions('Base');
  await network.selectOptions('Local chain');
  await expect.element(amount).toHaveValue('');
});

test('behavior: says when little of the coin is left for the fee', async () => {
  const listed = (what: string, balance: string) => ({
    caip19: `eip155:31337/${what}`,
    symbol: 'DEMO',
    balance: `${balance}000000000000000000`,
    decimals: 18,
  });
  const balances = [listed('slip44:60', '3'), listed(`erc20:${DEMO}`, '5')];
  await open({ service: { get_wallet_address_balances: { balances } } });
  const tight = page.getByText('This leaves little ETH for the network fee');
  await amount.fill('2.9995');
  await expect.element(tight).toBeVisible();
  await amount.fill('2.9');
  await expect.element(tight).not.toBeInTheDocument();
  // As many as would leave too little, if they were the coin.
  await asset.selectOptions('5 DEMO');
  await amount.fill('2.9995');
  await expect.element(amount).toHaveValue('2.9995');
  await expect.element(tight).not.toBeInTheDocument();
});

test('behavior: an address without a checksum is said to be without one', async () => {
  await open();
  await to.fill(TO.toLowerCase());
  await says(/can’t detect typos in it/);
  await to.fill(TO);
  await expect.element(page.getByText(/can’t detect typos in it/)).not.toBeInTheDocument();
});

test('error: an account of another chain doesn’t send', async () => {
  await show('popup-send', ({ at }) => ({ at: at?.replace(id(20), id(21)) ?? '' }));
  await says('Keystamp can’t send from this account yet');
  await expect.element(to).not.toBeInTheDocument();
});

test.for([
  ['2.5 ETH and a little', [{ to: TO, value: '2500000000000000001' }], 'it has only 2.5 ETH'],
  ['a token that it has none of', [{ to: `0x${'12'.repeat(20)}`, data: TRANSFER }], 'none of it'],
  ['less than it has', [{ to: TO, value: '500000000000000000' }], '2 ETH, less the network fee'],
] as const)('behavior: the review of %s', async ([, calls, text]) => {
  const parameters = { from: FROM, caip2: 'eip155:31337', calls };
  await show('confirm-send', ({ answers }) => ({
    answers: {
      ...answers,
      requests_open: () => openedSubmit(1, 'eth_send_transaction', parameters),
    },
  }));
  await says(new RegExp(text));
});

test('behavior: an address that was sent to is chosen instead of typed', async () => {
  await open({ signed: [sent(TO)] });
  await page.getByRole('button', { name: 'Choose an address' }).click();
  await page.getByRole('searchbox', { name: 'Name or address' }).fill('0x7099');
  await page.getByRole('button', { name: /0x70997970/ }).click();
  await expect.element(to).toHaveValue(TO);
});

test('behavior: what is typed is there when the popup opens again, until it is sent', async () => {
  const kept = new Map<string, unknown>();
  const reopen = async () => {
    root.remove();
    await open({ kept });
  };
  await open({ kept });
  expect(kept.get('drafts')).toBeUndefined();
  await to.fill(TO);
  await amount.fill('0.25');
  // It is kept once the page has painted what was typed.
  await expect.poll(() => JSON.stringify(kept.get('drafts'))).toContain('0.25');
  await reopen();
  await expect.element(to).toHaveValue(TO);
  await expect.element(amount).toHaveValue('0.25');
  // A review that was left takes nothing away.
  await review.click();
  await expect.poll(() => document.querySelector('dialog[open]')).not.toBeNull();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.querySelector('dialog[open]')).toBeNull();
  await reopen();
  await expect.element(amount).toHaveValue('0.25');
  await to.fill('');
  await amount.fill('');
  await expect.poll(() => kept.get('drafts')).toBeUndefined();
});

test('error: a kept draft of another shape is left out', async () => {
  const draft = { chain: 'eip155:31337', asset: '', to: 'x'.repeat(201), amount: '1' };
  const about = { kind: 'walletAccount', id: id(20), within: id(5) };
  const stored = {
    profileId: id(1),
    operation: 'eth_send_transaction',
    about,
    prerequisiteId: null,
  };
  await open({ kept: new Map([['drafts', [{ ...stored, draft }]]]) });
  await expect.element(to).toHaveValue('');
  root.remove();
  await open({ kept: new Map([['drafts', [{ ...stored, draft: { ...draft, to: TO } }]]]) });
  await expect.element(to).toHaveValue(TO);
});

test('behavior: is found by search, and asks which account sends', async () => {
  const at = '#/form/eth_send_transaction';
  await show('popup-send', () => ({ at: '#/search' }));
  await page.getByRole('searchbox').fill('send');
  const first = page.getByRole('list').getByRole('link').first();
  await expect.element(first).toHaveAttribute('href', at);
  root.remove();
  await show('popup-send', () => ({ at }));
  const account = page.getByRole('button', { name: /Operating/ });
  await expect.element(account).toBeVisible();
  await page.getByRole('searchbox', { name: 'Name or address' }).fill('nobody');
  await expect.element(page.getByText('No matches for “nobody”')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Name or address' }).fill('0x5290');
  await account.click();
  await expect.element(to).toBeVisible();
});

test('behavior: an organization without such an account is told what to add', async () => {
  await show('popup-send', (scene) => ({
    at: '#/form/eth_send_transaction',
    service: { ...scene.service, list_wallet_accounts: { accounts: [] } },
  }));
  await expect.element(page.getByText('Add an Ethereum account to a wallet first.')).toBeVisible();
});
