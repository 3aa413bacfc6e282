import { secp256k1 } from '@noble/curves/secp256k1.js';
import { encodeFunctionData, erc20Abi, erc721Abi, maxUint160, maxUint256, parseAbi } from 'viem';
import { describe, expect, test } from 'vitest';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { personalMessage, readPersonalMessage } from '../../src/client/personal-message.ts';
import { checkSigned } from '../../src/client/made-signatures.ts';
import { readSigned, recipientsIn } from '../../src/client/signing.ts';
import { fromHex, toHex } from '../../src/crypto/bytes.ts';
import { chainOf, coinOf } from '../../src/protocol/coins.ts';
import { decimalText } from '../../src/signing/amount.ts';
import authorizations from '../vectors/signing/eip7702-authorization.json' with { type: 'json' };
import messages from '../vectors/signing/eip191.json' with { type: 'json' };
import rawPayloads from '../vectors/signing/raw-payload.json' with { type: 'json' };
import solana from '../vectors/signing/solana-messages.json' with { type: 'json' };
import transactions from '../vectors/signing/ethereum-transactions.json' with { type: 'json' };
import typedData from '../vectors/signing/eip712.json' with { type: 'json' };

/* What a person reads before a key signs, and the check of what comes back. */

const NO_OP = 'HASH_FUNCTION_NO_OP';
const TYPED = { encoding: 'PAYLOAD_ENCODING_EIP712', hashFunction: NO_OP };
const hexPayload = (payload: string, hashFunction: string) => ({
  payload,
  encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
  hashFunction,
});

type Keys = Readonly<
  Record<string, { readonly ethereumAddress?: string; readonly publicKey: string }>
>;
const addressOf = (keys: Keys, signer: string) => keys[signer]?.ethereumAddress ?? '';

const good = transactions.cases.flatMap(({ id, signer, unsignedTransaction, expected, hazard }) =>
  expected && !hazard ? [{ id, signer, unsignedTransaction, expected }] : [],
);
const transactionOf = ({ signer, unsignedTransaction }: (typeof good)[number]) => ({
  signWith: addressOf(transactions.keys, signer),
  unsignedTransaction,
  type: 'TRANSACTION_TYPE_ETHEREUM',
});

describe('readSigned', () => {
  test('vectors: every transaction is read, and every faulty one is not', () => {
    for (const one of good) {
      expect(readSigned(transactionOf(one))).toMatchObject([{ is: 'transaction' }]);
    }
    for (const { signer, unsignedTransaction, refuse } of transactions.cases) {
      if (!refuse) continue;
      const request = transactionOf({ id: '', signer, unsignedTransaction, expected: {} as never });
      expect(readSigned(request)).toMatchObject([{ is: 'unreadable' }]);
    }
  });

  describe('what somebody may take later', () => {
    const spender = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
    const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
    const rightOfCall = (data: string) => {
      const [signed] = readSigned({
        from: spender,
        caip2: 'eip155:1',
        calls: [{ to: token, data }],
      });
      return signed?.is === 'transaction' ? signed.transaction.right : 'unread';
    };
    const approve = (amount: bigint) =>
      encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] });
    const approveAll = (isGiven: boolean) =>
      encodeFunctionData({
        abi: erc721Abi,
        functionName: 'setApprovalForAll',
        args: [spender, isGiven],
      });
    const other = parseAbi([
      'function increaseAllowance(address spender, uint256 added)',
      'function approve(address token, address spender, uint160 amount, uint48 expiration)',
    ]);

    test.each([
      ['an amount', approve(1_500_000n), undefined, 1_500_000n],
      ['an amount taken back', approve(0n), undefined, 0n],
      ['all of a token', approve(maxUint256), undefined, 'all'],
      ['all that 96 bits hold', approve(2n ** 96n - 1n), undefined, 'all'],
      [
        'more',
        encodeFunctionData({ abi: other, functionName: 'increaseAllowance', args: [spender, 7n] }),
        undefined,
        7n,
      ],
      ['every token of a collection', approveAll(true), undefined, 'all'],
      ['none of them any more', approveAll(false), undefined, 0n],
      [
        'by Permit2',
        encodeFunctionData({
          abi: other,
          functionName: 'approve',
          args: [token, spender, maxUint160, 0],
        }),
        token,
        'all',
      ],
    ] as const)('behavior: %s, by a call', (_, data, contract, amount) => {
      expect(rightOfCall(data)).toEqual({ spender, tokens: [{ contract, amount }] });
    });

    test.each([
      ['one byte more', `${approve(5n)}00`],
      ['one byte less', approve(5n).slice(0, -2)],
      ['an address with bytes before it', approve(5n).replace('0x095ea7b30', '0x095ea7b31')],
      ['a truth of 2', approveAll(true).replace(/1$/, '2')],
      ['another function', approve(5n).replace('0x095ea7b3', '0x095ea7b4')],
    ])('error: %s is no such call', (_, data) => {
      expect(rightOfCall(data)).toBeUndefined();
    });

    /** Reads a message of this type, with every type that it needs. */
    const rightOfMessage = (
      types: Readonly<Record<string, string>>,
      primaryType: string,
      message: object,
    ) => {
      const members = (text: string) =>
        text.split(',').map((one) => {
          const [type = '', name = ''] = one.trim().split(' ');
          return { type, name };
        });
      const payload = JSON.stringify({
        types: {
          EIP712Domain: members('uint256 chainId,address verifyingContract'),
          ...Object.fromEntries(Object.entries(types).map(([name, text]) => [name, members(text)])),
        },
        primaryType,
        domain: { chainId: 1, verifyingContract: token },
        message,
      });
      const [signed] = readSigned({ signWith: spender, payload, ...TYPED });
      return signed?.is === 'typed-data' ? signed.right : 'unread';
    };
    const owner = token;
    const PERMIT2 = 'address token,uint160 amount,uint48 expiration,uint48 nonce';

    // As EIP-2612, DAI and Uniswap's Permit2 (PermitHash.sol) write them.
    test.each([
      [
        'EIP-2612',
        { Permit: 'address owner,address spender,uint256 value,uint256 nonce,uint256 deadline' },
        { owner, spender, value: maxUint256.toString(), nonce: 0, deadline: 1_893_456_000 },
        [{ contract: undefined, amount: 'all' }],
      ],
      [
        'DAI',
        { Permit: 'address holder,address spender,uint256 nonce,uint256 expiry,bool allowed' },
        { holder: owner, spender, nonce: 0, expiry: 0, allowed: true },
        [{ contract: undefined, amount: 'all' }],
      ],
      [
        'Permit2, one token',
        {
          PermitSingle: 'PermitDetails details,address spender,uint256 sigDeadline',
          PermitDetails: PERMIT2,
        },
        {
          details: { token, amount: maxUint160.toString(), expiration: 1, nonce: 0 },
          spender,
          sigDeadline: 1,
        },
        [{ contract: token, amount: 'all' }],
      ],
      [
        'Permit2, several',
        {
          PermitBatch: 'PermitDetails[] details,address spender,uint256 sigDeadline',
          PermitDetails: PERMIT2,
        },
        {
          details: [
            { token, amount: 5, expiration: 1, nonce: 0 },
            { token: spender, amount: 0, expiration: 1, nonce: 0 },
          ],
          spender,
          sigDeadline: 1,
        },
        [
          { contract: token, amount: 5n },
          { contract: spender, amount: 0n },
        ],
      ],
      [
        'Permit2, a transfer',
        {
          PermitTransferFrom:
            'TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline',
          TokenPermissions: 'address token,uint256 amount',
        },
        { permitted: { token, amount: '12' }, spender, nonce: 0, deadline: 1 },
        [{ contract: token, amount: 12n }],
      ],
      [
        'one that looks like a login',
        { Login: 'address spender,string statement' },
        { spender, statement: 'Sign in to Example' },
        [],
      ],
    ])('behavior: %s, by a message', (_, types, message, tokens) => {
      const [primaryType = ''] = Object.keys(types);
      expect(rightOfMessage(types, primaryType, message)).toEqual({ spender, tokens });
    });

    test('behavior: a message without a spender gives nothing', () => {
      const message = { value: '5', note: 'spender' };
      expect(
        rightOfMessage({ Mail: 'uint256 value,string note' }, 'Mail', message),
      ).toBeUndefined();
    });
  });

  test('behavior: what a service sends, with what is left to it', () => {
    const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
    const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
    const args = [to, 1_500_000n] as const;
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args });
    const sent = {
      from: to,
      caip2: 'eip155:8453',
      calls: [
        { to, value: '5' },
        { to: token, data },
      ],
    };
    const [coin, transfer] = readSigned(sent);
    expect(coin).toMatchObject({
      is: 'transaction',
      transaction: {
        chainId: 8453n,
        to,
        value: 5n,
        data: '0x',
        nonce: undefined,
        maxFee: undefined,
      },
    });
    expect(transfer).toMatchObject({
      transaction: { to: token, value: 0n, transfer: { to, amount: 1_500_000n } },
    });
    const priced = { ...sent, nonce: '7', gasLimit: '21000', maxFeePerGas: '3' };
    expect(readSigned(priced)[0]).toMatchObject({ transaction: { nonce: 7n, maxFee: 63_000n } });
    // Who is given something: of a token it is not its contract.
    expect(recipientsIn(sent)).toEqual([to, to]);
    expect(recipientsIn({ ...sent, calls: [{ to: token, value: '5' }, { to: 'x' }] })).toEqual([
      token,
    ]);
    expect(checkSigned(sent, { sendTransactionStatusId: 'x' })).toBe('unchecked');
  });

  test('behavior: a fee that somebody else pays costs nothing', () => {
    const call = { to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' };
    const priced = { gasLimit: '21000', maxFeePerGas: '2' };
    const sent = { from: call.to, caip2: 'eip155:1', calls: [call], ...priced };
    expect(readSigned(sent)).toMatchObject([{ transaction: { maxFee: 42_000n } }]);
    const [sponsored] = readSigned({ ...sent, sponsor: true });
    expect(sponsored).toMatchObject({ transaction: { maxFee: undefined, isSponsored: true } });
  });

  test.each([
    ['more', '00'],
    ['an address of 21 bytes', ''],
  ])('error: a transfer with %s is only bytes', (what, more) => {
    const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
    const args = [to, 1n] as const;
    const whole = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args });
    const data = more === '' ? whole.replace('0xa9059cbb00', '0xa9059cbb01') : `${whole}${more}`;
    const [read] = readSigned({ from: to, caip2: 'eip155:1', calls: [{ to, data }] });
    expect(read).toMatchObject({ is: 'transaction', transaction: { data, transfer: undefined } });
    expect(what).not.toBe('');
  });

  test('error: a recipient with a wrong checksum is not read', () => {
    const to = '0x70997970c51812dc3A010C7d01b50e0d17dc79C8';
    const [read] = readSigned({ from: to, caip2: 'eip155:1', calls: [{ to }] });
    expect(read).toMatchObject({ is: 'unreadable' });
  });

  test('behavior: the text of a personal message, sent as hex with its prefix or without', () => {
    for (const { message, kind } of messages.cases) {
      if (kind !== 'text') continue;
      const text = new TextEncoder().encode(message);
      const prefix = new TextEncoder().encode(`\u0019Ethereum Signed Message:\n${text.length}`);
      const payload = toHex(Uint8Array.from([...prefix, ...text]));
      const request = { signWith: '', ...hexPayload(payload, 'HASH_FUNCTION_KECCAK256') };
      expect(readSigned(request)).toEqual([{ is: 'text', text: message }]);
    }
  });

  test('behavior: a personal message as the form writes it has the published digest, and reads as its text', () => {
    for (const { message, kind, digest } of messages.cases) {
      if (kind !== 'text') continue;
      const payload = personalMessage(message);
      expect(`0x${toHex(keccak_256(new TextEncoder().encode(payload)))}`).toBe(digest);
      const request = {
        signWith: '',
        payload,
        encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
        hashFunction: 'HASH_FUNCTION_KECCAK256',
      };
      expect(readSigned(request)).toEqual([{ is: 'text', text: message }]);
    }
    expect(readPersonalMessage('\u0019Ethereum Signed Message:\n6hello')).toBeUndefined();
    expect(readPersonalMessage('hello')).toBeUndefined();
  });

  test('behavior: a message that is a transaction, typed data or an authorization is named', () => {
    const [one] = good;
    const payloads = [
      one?.unsignedTransaction ?? '',
      `1901${'ab'.repeat(64)}`,
      `05d80194${'ab'.repeat(20)}0180`,
      // A vector of Solana that a wallet refuses: the text of a message, and really a transfer.
      solana.cases.find(({ id }) => id === 'solana-messages-04')?.payload ?? '',
    ];
    const hash = 'HASH_FUNCTION_KECCAK256';
    const read = payloads.flatMap((payload) =>
      readSigned({ signWith: '', ...hexPayload(payload, hash) }),
    );
    expect(read).toEqual([
      { is: 'disguised', as: 'transaction' },
      { is: 'disguised', as: 'typed-data' },
      { is: 'disguised', as: 'authorization' },
      { is: 'disguised', as: 'transaction' },
    ]);
    // Near each of them are only bytes: another head, or another length.
    for (const payload of [
      `1801${'ab'.repeat(64)}`,
      `1902${'ab'.repeat(64)}`,
      `1901${'ab'.repeat(65)}`,
      `05bf${'ab'.repeat(22)}`,
      `04d8${'ab'.repeat(22)}`,
      `05d8${'ab'.repeat(98)}`,
    ])
      expect(readSigned({ signWith: '', ...hexPayload(payload, hash) })).toEqual([
        { is: 'bytes', hex: `0x${payload}`, isHash: false },
      ]);
    expect(readSigned({ signWith: '', ...hexPayload('ab'.repeat(32), NO_OP) })).toMatchObject([
      { is: 'bytes', isHash: true },
    ]);
  });

  test('behavior: another chain, and parameters of nothing', () => {
    const tron = { signWith: '', unsignedTransaction: '00', type: 'TRANSACTION_TYPE_TRON' };
    for (const parameters of [tron, {}, { signWith: 1 }]) {
      expect(readSigned(parameters)).toMatchObject([{ is: 'unreadable' }]);
    }
  });
});

describe('checkSigned', () => {
  test('vectors: signed transactions, typed data, authorizations and hashes', () => {
    for (const one of good) {
      const { signedTransaction } = one.expected;
      expect(checkSigned(transactionOf(one), { signedTransaction })).toBe('proved');
    }
    for (const { signer, payload, expected, refuse } of typedData.cases) {
      if (refuse) continue;
      const request = { signWith: addressOf(typedData.keys, signer), payload, ...TYPED };
      expect(checkSigned(request, expected)).toBe('proved');
    }
    for (const { signer, payload, encoding, hashFunction, expected } of authorizations.cases) {
      const signWith = addressOf(authorizations.keys, signer);
      expect(checkSigned({ signWith, payload, encoding, hashFunction }, expected)).toBe('proved');
    }
  });

  test('vectors: by a public key, on every curve that it may be of', () => {
    let checked = 0;
    for (const { signer, payload, encoding, hashFunction, ...one } of rawPayloads.cases) {
      const result = one.expected ?? one.expectedP256?.rfc6979;
      const { publicKey = '', curve = '' } =
        (rawPayloads.keys as Record<string, { publicKey: string; curve: string }>)[signer] ?? {};
      if (!result || curve === 'CURVE_ED25519') continue;
      checked += 1;
      expect(checkSigned({ signWith: publicKey, payload, encoding, hashFunction }, result)).toBe(
        'proved',
      );
    }
    expect(checked).toBeGreaterThan(30);
  });

  test('error: over something else, by another key, with a high s, or of another number', () => {
    const [one, other] = good;
    if (!one || !other) throw new Error('no vectors');
    const request = transactionOf(one);
    const { signedTransaction } = one.expected;
    const foreign = { signedTransaction: other.expected.signedTransaction };
    expect(checkSigned(request, foreign)).toBe('wrong');
    const wrongKey = { ...request, signWith: addressOf(transactions.keys, 'anvil1') };
    expect(checkSigned(wrongKey, { signedTransaction })).toBe('wrong');
    expect(checkSigned(request, { signedTransaction: `${signedTransaction}00` })).toBe('wrong');
    expect(checkSigned(request, {})).toBe('wrong');
    const digest = 'ab'.repeat(32);
    const key = fromHex(transactions.keys.anvil0.privateKey);
    const bytes = secp256k1.sign(fromHex(digest), key, { prehash: false, format: 'recovered' });
    const [r, s] = [toHex(bytes.subarray(1, 33)), toHex(bytes.subarray(33))];
    const v = toHex(bytes.subarray(0, 1));
    const hashed = {
      signWith: transactions.keys.anvil0.ethereumAddress,
      ...hexPayload(digest, NO_OP),
    };
    expect(checkSigned(hashed, { r, s, v })).toBe('proved');
    const high = (secp256k1.Point.Fn.ORDER - BigInt(`0x${s}`)).toString(16).padStart(64, '0');
    expect(checkSigned(hashed, { r, s: high, v: v === '00' ? '01' : '00' })).toBe('wrong');
    expect(checkSigned(hashed, { r, s, v: v === '00' ? '01' : '00' })).toBe('wrong');
    expect(checkSigned(hashed, { signatures: [] })).toBe('wrong');
  });

  test('error: another transaction around the right signature', () => {
    for (const one of good) {
      const { signedTransaction } = one.expected;
      // The last two members are r and s: their digits stay, the rest is another transaction's.
      const others = good.map((other) => other.expected.signedTransaction);
      for (const other of others.filter((text) => text !== signedTransaction)) {
        const changed = other.slice(0, -130) + signedTransaction.slice(-130);
        expect(checkSigned(transactionOf(one), { signedTransaction: changed })).toBe('wrong');
      }
    }
  });

  test('behavior: what can’t be told is said to be', () => {
    const [one] = good;
    if (!one) throw new Error('no vectors');
    const byId = { ...transactionOf(one), signWith: '00000000-0000-4000-8000-000000000001' };
    expect(checkSigned(byId, { signedTransaction: one.expected.signedTransaction })).toBe(
      'unchecked',
    );
  });
});

test('behavior: amounts are exact, and only known chains have a coin', () => {
  expect(decimalText(0n, 18)).toBe('0');
  expect(decimalText(1n, 18)).toBe('0.000000000000000001');
  expect(decimalText(10n ** 18n, 18)).toBe('1');
  expect(decimalText(12_300_000_000_000_000_000n, 18)).toBe('12.3');
  expect(chainOf(137n)).toBe('eip155:137');
  expect(coinOf('eip155:137')?.symbol).toBe('POL');
  expect(coinOf('eip155:4217')).toBeUndefined();
  expect(chainOf(2n ** 64n + 1n)).toBeUndefined();
});
