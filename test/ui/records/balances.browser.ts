import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import '../../../src/ui/style.css';
import { draw, pageSize } from '../../gallery/draw.ts';
import { SCENES, type Scene } from '../../gallery/scenes.ts';
import { axeFaults } from '../axe.ts';

/* What an account has, on its screen. */

const CHAIN = 'eip155:31337';
const contractOf = (at: number) => `0x${at.toString(16).padStart(40, 'a')}`;
const coin = {
  caip19: `${CHAIN}/slip44:60`,
  symbol: 'ETH',
  balance: '2500000000000000001',
  decimals: 18,
};
const token = (at: number, symbol = 'DEMO') => ({
  caip19: `${CHAIN}/erc20:${contractOf(at)}`,
  symbol,
  balance: '125500000',
  decimals: 6,
});

let root: HTMLElement;
afterEach(() => root.remove());

async function open(balances: unknown, name = 'popup-account'): Promise<void> {
  const scene = SCENES[name] as Scene;
  await page.viewport(...pageSize(scene));
  root = document.createElement('div');
  document.body.append(root);
  const service = { ...scene.service, get_wallet_address_balances: balances };
  draw({ ...scene, service }, root, 'light');
  await expect.element(part).toBeVisible();
}

const part = page.getByRole('region', { name: 'Balances' });
const rows = part.getByRole('listitem');
const all = part.getByRole('button', { name: /Show all/ });

test('behavior: the coin exactly, then tokens, each with its contract, by the service’s word', async () => {
  await open({ balances: [token(1), coin] });
  await expect.element(rows.first()).toHaveTextContent('2.500000000000000001 ETH');
  expect(rows.elements()).toHaveLength(2);
  const second = rows.nth(1).element().textContent;
  expect(second).toContain('125.5 DEMO');
  expect(second?.replaceAll(/\s/g, '').toLowerCase()).toContain(contractOf(1));
  await expect.element(part.getByText(/From the service/)).toBeVisible();
  await expect.element(all).not.toBeInTheDocument();
  expect(await axeFaults()).toEqual([]);
});

test('behavior: of many tokens a few are shown before all are asked for', async () => {
  await open({ balances: [coin, ...Array.from({ length: 20 }, (_, at) => token(at))] });
  await expect.element(all).toHaveTextContent('Show all 21');
  expect(rows.elements()).toHaveLength(6);
  await all.click();
  expect(rows.elements()).toHaveLength(21);
  await expect.element(all).not.toBeInTheDocument();
});

test('behavior: on another network it is asked again', async () => {
  await open({ balances: [coin] });
  await expect.element(rows.first()).toHaveTextContent('2.500000000000000001 ETH');
  await part.getByRole('combobox', { name: 'Network' }).selectOptions('Ethereum');
  // What the service lists is of the local chain still.
  await expect.element(part.getByText('Nothing on Ethereum')).toBeVisible();
  expect(rows.elements()).toHaveLength(0);
});

test('error: a name that hides something, and an answer that is none', async () => {
  await open({ balances: [token(1, 'ETH\u202e')] });
  await expect.element(rows.first()).toBeVisible();
  expect(rows.first().element().textContent).not.toContain('\u202e');
  root.remove();
  await open({ balances: 7 });
  await expect.element(part.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(rows.elements()).toHaveLength(0);
});
