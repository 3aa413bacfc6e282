import '../../../src/ui/style.css';
import { signal } from '@preact/signals';
import { h, render } from 'preact';
import { encodeFunctionData, erc20Abi } from 'viem';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Call } from '../../../src/client/clear-signing/on-demand.ts';
import { addWords } from '../../../src/ui/i18n.ts';
import type { KnownLists, Records } from '../../../src/ui/records/records.ts';
import { CalledContract } from '../../../src/ui/review/called-contract.tsx';
import { attest, AUDITOR } from '../../client/clear-signing/attested.ts';
import { descriptorOf } from '../../client/clear-signing/own-descriptors.ts';
import { objectWords } from '../../../src/ui/words/en/objects.ts';
import { signingWords } from '../../../src/ui/words/en/signing.ts';

/* A call is read by the interfaces that the organization stored for just this contract, or not at all. */

const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const DATA = encodeFunctionData({
  abi: erc20Abi,
  functionName: 'approve',
  args: [OTHER, 1_500_000n],
});

type Stored = {
  readonly address?: string;
  readonly type?: string;
  readonly inputs?: readonly { readonly name: string; readonly type: string }[];
  readonly called?: string;
};
const INPUTS = [
  { name: 'spender', type: 'address' },
  { name: 'amount', type: 'uint256' },
];

function lists(...stored: readonly Stored[]): KnownLists {
  const items = stored.map(
    ({ address = TOKEN, type = 'ETHEREUM', inputs = INPUTS, called = 'approve' }, at) => ({
      id: String(at),
      name: `Contract ${at}`,
      record: {
        smartContractAddress: address,
        type,
        label: `Contract ${at}`,
        smartContractInterface: JSON.stringify([{ type: 'function', name: called, inputs }]),
      },
    }),
  );
  return { contractInterface: new Map(items.map((item) => [item.id, item])) };
}

/** What the administrator set. */
const managed = vi.hoisted<{ settings: unknown }>(() => ({ settings: {} }));
// Only in an extension a page has these.
vi.mock('../../../src/messaging/browser.ts', () => ({
  browser: { storage: { managed: { get: () => Promise.resolve(managed.settings) } } },
}));

let root: HTMLElement;
beforeEach(() => {
  managed.settings = {};
  root = document.createElement('div');
  document.body.append(root);
  addWords(signingWords);
  addWords(objectWords);
});
afterEach(() => {
  render(null, root);
  root.remove();
});

const asked: string[] = [];
const ON_LOCAL: Call = { chainId: 31337n, to: TOKEN, value: 0n, data: DATA };

/** What is read once everything has loaded. */
async function draw(known: KnownLists, isReadOtherwise = false, call = ON_LOCAL): Promise<string> {
  const records: Pick<Records, 'findOwner' | 'known' | 'load'> = {
    findOwner: async function* () {},
    known: signal(known),
    load: (list) => {
      asked.push(list);
      return Promise.resolve();
    },
  };
  render(h(CalledContract, { call, isReadOtherwise, records }), root);
  await expect.poll(() => root.innerText).not.toContain(signingWords['signing.described.reading']);
  return root.innerText;
}

const UNREAD = signingWords['signing.call'];

describe('a call', () => {
  test('behavior: is read by the interface of its contract, which is asked for', async () => {
    const text = await draw(lists({ address: TOKEN.toLowerCase() }));
    expect(text).toContain('As “Contract 0” in your contracts reads it');
    expect(text).toContain('approve(address spender, uint256 amount)');
    expect(text).toContain('1500000');
    expect(text).not.toContain(UNREAD);
    await expect.poll(() => asked).toContain('contractInterface');
  });

  test.each([
    ['of another address', { address: OTHER }],
    ['of a program on Solana', { type: 'SOLANA' }],
  ])('error: an interface %s reads nothing', async (_, stored) => {
    expect(await draw(lists(stored))).toContain(UNREAD);
    expect(await draw(lists(stored), true)).toBe('');
  });

  test('error: an interface that lacks the function is said not to fit', async () => {
    const text = await draw(lists({ called: 'mint' }));
    expect(text).toContain('“Contract 0” in your contracts doesn’t fit this call');
    expect(text).toContain('0x095ea7b3');
  });

  test('error: two that read it differently are both shown, and said to disagree', async () => {
    const swapped = [
      { name: 'to', type: 'address' },
      { name: 'tokenId', type: 'uint256' },
    ];
    const text = await draw(lists({}, { inputs: swapped }));
    expect(text).toContain(signingWords['signing.interface.differ']);
    expect(text).toContain('spender');
    expect(text).toContain('tokenId');
  });

  test('behavior: two that say the same are one', async () => {
    const text = await draw(lists({}, {}));
    expect(text).toContain('Contract 0');
    expect(text).not.toContain('Contract 1');
    expect(text).not.toContain(signingWords['signing.interface.differ']);
  });

  // A token on Ethereum that comes with Keystamp.
  const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
  const ON_ETHEREUM: Call = { ...ON_LOCAL, chainId: 1n, to: USDT };
  const DESCRIBED = signingWords['signing.described'];

  test('behavior: of a contract that a descriptor knows says who described it, and what it does', async () => {
    const text = await draw(lists(), false, ON_ETHEREUM);
    expect(text).toContain(DESCRIBED);
    expect(text).toContain('Allow spending 1.5 USDT by');
    expect(text).not.toContain(UNREAD);
  });

  test('security: the organization’s own interface comes before a descriptor that nobody attested', async () => {
    const text = await draw(lists({ address: USDT }), false, ON_ETHEREUM);
    expect(text).toContain('approve(address spender, uint256 amount)');
    expect(text).not.toContain(DESCRIBED);
  });

  test('security: the same contract on another chain is not described', async () => {
    expect(await draw(lists(), false, { ...ON_ETHEREUM, chainId: 137n })).toContain(UNREAD);
  });

  const OWN = descriptorOf(
    { 'approve(address spender, uint256 value)': { intent: 'Let a spender take', fields: [] } },
    { context: { contract: { deployments: [{ chainId: 31337, address: TOKEN }] } } },
  );

  test('behavior: an attested descriptor comes first, with its signer and what it hides', async () => {
    const descriptors = [JSON.stringify({ descriptor: OWN, attestation: await attest(OWN) })];
    managed.settings = { descriptorSigners: [AUDITOR.address], descriptors };
    const text = await draw(lists({}));
    expect(text).toContain(`Described, and attested by ${AUDITOR.address}`);
    expect(text).toContain('Let a spender take');
    expect(text).toContain(signingWords['signing.described.hidden']);
    expect(text.indexOf('Let a spender take')).toBeLessThan(text.indexOf('As “Contract 0”'));
  });

  test('security: the same where nobody is trusted is called not attested, below the interface', async () => {
    const descriptors = [JSON.stringify({ descriptor: OWN, attestation: await attest(OWN) })];
    managed.settings = { descriptors };
    expect(await draw(lists())).toContain(signingWords['signing.described.settings']);
    expect(await draw(lists({}))).not.toContain('Let a spender take');
  });
});
