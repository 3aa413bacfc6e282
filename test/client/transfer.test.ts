// Oracle: viem's units and ABI encoding.
import { encodeFunctionData, erc20Abi, getAddress, parseUnits } from 'viem';
import { describe, expect, test } from 'vitest';
import { readAssets, type Asset } from '../../src/client/balances.ts';
import {
  callOf,
  findLookalike,
  findRecipientFault,
  mostOf,
  readSentAmount,
  warnOf,
} from '../../src/client/transfer.ts';
import { readAmount } from '../../src/signing/amount.ts';
import { readTokenTransfer } from '../../src/signing/token-transfer.ts';

const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const TOKEN = '0x6b175474e89094c44da98b954eedeac495271d0f';
const coin: Asset = {
  id: 'eip155:1/slip44:60',
  symbol: 'ETH',
  decimals: 18,
  balance: 10n ** 18n,
  contract: undefined,
};
const token: Asset = { ...coin, id: `eip155:1/erc20:${TOKEN}`, decimals: 6, contract: TOKEN };

/** The same numbers each time (Numerical Recipes' constants). */
function randomOf(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('readAmount', () => {
  test('behavior: reads what viem reads, for 2000 texts', () => {
    const random = randomOf(44);
    const digits = (count: number) => Array.from({ length: count }, () => random(10)).join('');
    for (let at = 0; at < 2000; at += 1) {
      const decimals = random(31);
      const whole = digits(1 + random(30));
      const places = random(decimals + 1);
      const text = places === 0 ? whole : `${whole}.${digits(places)}`;
      expect(readAmount(text, decimals), text).toBe(parseUnits(text, decimals));
    }
  });

  test.for([
    ['', 'missing'],
    ['  ', 'missing'],
    ['1e3', 'form'],
    ['0x10', 'form'],
    ['-1', 'form'],
    ['+1', 'form'],
    ['1.', 'form'],
    ['.', 'form'],
    ['1.2.3', 'form'],
    ['1,000', 'form'],
    ['1 000', 'form'],
    ['１', 'form'],
    ['Infinity', 'form'],
    ['9'.repeat(157), 'form'],
    ['1.1234567', 'decimals'],
    ['1.0000000', 'decimals'],
  ] as const)('error: “%s” is %s', ([text, fault]) => {
    expect(readAmount(text, 6)).toBe(fault);
  });

  test('behavior: the reader’s sign alone is one', () => {
    expect(readAmount('1,5', 6, ',')).toBe(1_500_000n);
    expect(readAmount('1.5', 6, ',')).toBe('form');
    expect(readAmount('.5', 6)).toBe(500_000n);
  });
});

describe('what is sent', () => {
  test('behavior: a token’s transfer is the call that viem encodes', () => {
    const random = randomOf(7);
    for (let at = 0; at < 200; at += 1) {
      const hex = Array.from({ length: 40 }, () => random(16).toString(16)).join('');
      const to = getAddress(`0x${hex}`);
      const amount = BigInt(random(2 ** 30)) ** BigInt(1 + random(8));
      const data = encodeFunctionData({
        abi: erc20Abi,
        functionName: 'transfer',
        args: [to, amount],
      });
      const call = callOf(token, to, amount);
      expect(call).toEqual({ to: TOKEN, data });
      expect(readTokenTransfer(call.data ?? '')).toEqual({ to: to.toLowerCase(), amount });
    }
    expect(callOf(coin, TO, 5n)).toEqual({ to: TO, value: '5' });
  });

  test('behavior: no more than there is, and the most leaves room for the fee of the coin alone', () => {
    expect(readSentAmount('1', coin, '.')).toBe(10n ** 18n);
    expect(readSentAmount('1.000000000000000001', coin, '.')).toBe('balance');
    expect(readSentAmount('0', coin, '.')).toBe('zero');
    expect(mostOf(coin, 'eip155:1')).toBe(10n ** 18n - 2_100_000_000_000_000n);
    expect(mostOf({ ...coin, balance: 1n }, 'eip155:1')).toBe(0n);
    expect(mostOf(token, 'eip155:1')).toBe(token.balance);
  });

  test.for([
    ['', 'missing'],
    ['vitalik.eth', 'name'],
    [TO.replace('C', 'c'), 'address_checksum'],
    [TO.slice(2), 'address'],
    [TO.slice(0, 41), 'address_length'],
    ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'address_chain'],
  ] as const)('error: “%s” is no recipient: %s', ([text, rule]) => {
    expect(findRecipientFault(text)).toMatchObject({ rule });
  });

  test('behavior: an address with its checksum, or without one, is a recipient', () => {
    expect(findRecipientFault(TO)).toBeUndefined();
    expect(findRecipientFault(` ${TO.toLowerCase()} `)).toBeUndefined();
  });

  test('behavior: what begins and ends alike is no look-alike of itself', () => {
    const planted = `0x709${'a'.repeat(34)}9c8`;
    expect(findLookalike(planted, [TO])).toBe(TO);
    expect(findLookalike(TO.toLowerCase(), [TO])).toBeUndefined();
    expect(findLookalike(`0x708${'a'.repeat(34)}9c8`, [TO])).toBeUndefined();
    expect(findLookalike(`0x709${'a'.repeat(34)}9c9`, [TO])).toBeUndefined();
  });
});

describe('warnOf', () => {
  const about = { from: getAddress(`0x${'12'.repeat(20)}`), contract: TOKEN, known: [TO] };
  const upper = (address: string) => `0x${address.slice(2).toUpperCase()}`;

  test.for([
    ['the zero address', `0x${'0'.repeat(40)}`, 'nobody'],
    ['the token’s own contract', upper(TOKEN), 'contract'],
    ['the sender', upper(about.from), 'self'],
    ['one that begins and ends as a known one', `0x709${'a'.repeat(34)}9c8`, 'lookalike'],
    ['one that is known', TO.toLowerCase(), undefined],
    ['any other', `0x${'34'.repeat(20)}`, 'unused'],
  ] as const)('behavior: %s: %s is %s', ([, to, warning]) => {
    expect(warnOf(to, { ...about, isOwn: false })).toBe(warning);
  });

  test('behavior: an own account is known, and the worst is said first', () => {
    const own = { ...about, isOwn: true };
    expect(warnOf(`0x${'34'.repeat(20)}`, own)).toBeUndefined();
    for (const [to, warning] of [
      [about.from, 'self'],
      [TOKEN, 'contract'],
    ] as const)
      expect(warnOf(to, { ...own, known: [to] })).toBe(warning);
    expect(warnOf(TOKEN, { ...own, contract: undefined, from: TOKEN })).toBe('self');
  });
});

describe('readAssets', () => {
  const answering = (balances: readonly unknown[]) => async () => Promise.resolve({ balances });
  const listed = { symbol: 'X', balance: '7', decimals: 3 };

  test('behavior: the coin first and in its own words, other chains and kinds left out', async () => {
    const balances = ['erc20:' + TOKEN, 'slip44:60', 'slip44:61', 'erc721:' + TOKEN]
      .map((what) => ({ ...listed, caip19: `eip155:1/${what}` }))
      .concat({ ...listed, caip19: `eip155:10/slip44:60` });
    const read = await readAssets(answering(balances), TO, 'eip155:1');
    expect(read).toEqual([
      { id: 'eip155:1/slip44:60', symbol: 'ETH', decimals: 18, balance: 7n, contract: undefined },
      { id: `eip155:1/erc20:${TOKEN}`, symbol: 'X', decimals: 3, balance: 7n, contract: TOKEN },
    ]);
  });

  test('error: a balance that is no whole number is no answer', async () => {
    const balances = [{ ...listed, balance: '1.5', caip19: 'eip155:1/slip44:60' }];
    await expect(readAssets(answering(balances), TO, 'eip155:1')).rejects.toMatchObject({
      code: 'service_malformed',
    });
  });
});
