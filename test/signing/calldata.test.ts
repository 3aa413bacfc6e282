// Calldata against viem, an encoder that shares no code with the reader; and what no encoder writes.
import fc from 'fast-check';
import { encodeFunctionData, toFunctionSelector, type Abi } from 'viem';
import { describe, expect, test } from 'vitest';
import { decodeCalldata, hashOfSignature, type DecodedValue } from '../../src/signing/calldata.ts';
import { DECODE_LIMITS, startWork } from '../../src/signing/decode-limits.ts';
import { readFunctions } from '../../src/protocol/contract-interface.ts';
import { abiOf, callOf, encode, samples, type Parameter, type Shown } from './abi-samples.ts';

const decode = (inputs: readonly Parameter[], data: string, work = startWork()) =>
  decodeCalldata(data, readFunctions(JSON.stringify(abiOf(inputs))), work);

const shownOf = ({ content }: DecodedValue): Shown =>
  typeof content === 'string' ? content : content.map(shownOf);

function expectWithin(work: ReturnType<typeof startWork>): void {
  const { values, words, characters, textCharacters } = work;
  expect(values).toBeLessThanOrEqual(DECODE_LIMITS.values);
  expect(words).toBeLessThanOrEqual(DECODE_LIMITS.words);
  expect(characters).toBeLessThanOrEqual(DECODE_LIMITS.characters);
  expect(textCharacters).toBeLessThanOrEqual(DECODE_LIMITS.textCharacters);
}

describe('decodeCalldata', () => {
  test('behavior: reads what viem encodes, of any types', () => {
    fc.assert(
      fc.property(fc.array(samples, { maxLength: 5 }), (list) => {
        const { inputs, data } = callOf(list);
        const decoded = decode(inputs, data);
        if (!decoded.ok) throw new Error(`${decoded.fault} at ${decoded.place}`);
        expect(decoded.values.map(shownOf)).toEqual(list.map(({ shown }) => shown));
        expect(hashOfSignature(decoded.called.signature, 4)).toBe(data.slice(0, 10));
      }),
      { numRuns: 400 },
    );
  });

  test('behavior: a value has its name and type, an item of a list no name', () => {
    const components = [
      { name: 'amounts', type: 'uint8[2]' },
      { name: '', type: 'bool' },
    ];
    const inputs = [{ name: 'order', type: 'tuple', components }];
    const work = startWork();
    const decoded = decode(inputs, encode(inputs, [[[7, 8], true]]), work);
    expect(decoded.ok && decoded.values).toEqual([
      {
        name: 'order',
        type: '(uint8[2],bool)',
        content: [
          {
            name: 'amounts',
            type: 'uint8[2]',
            content: [
              { name: '', type: 'uint8', content: '7' },
              { name: '', type: 'uint8', content: '8' },
            ],
          },
          { name: '', type: 'bool', content: 'true' },
        ],
      },
    ]);
    // Every name, type and content that is given back counts.
    const texts = 'order (uint8[2],bool) amounts uint8[2] uint8 7 uint8 8 bool true';
    expect(work.characters).toBe(texts.replaceAll(' ', '').length);
  });

  test('error: bytes missing at the end, or too many', () => {
    fc.assert(
      fc.property(fc.array(samples, { minLength: 1, maxLength: 4 }), fc.nat(), (list, seed) => {
        const { inputs, data } = callOf(list);
        const bytes = data.length / 2 - 1 - 4;
        const kept = bytes === 0 ? 0 : seed % bytes;
        if (bytes > 0) expect(decode(inputs, data.slice(0, 10 + 2 * kept)).ok).toBe(false);
        expect(decode(inputs, `${data}${'00'.repeat(1 + (seed % 64))}`)).toMatchObject({
          ok: false,
          fault: 'unread',
        });
      }),
    );
  });

  test('behavior: changed bytes are read or refused, within the limits, and never throw', () => {
    const edits = fc.array(fc.tuple(fc.nat(), fc.constantFrom(0, 1, 31, 32, 64, 127, 128, 255)), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(fc.array(samples, { minLength: 1, maxLength: 4 }), edits, (list, changes) => {
        const { inputs, data } = callOf(list);
        const bytes = Buffer.from(data.slice(2), 'hex');
        for (const [at, value] of changes) bytes[4 + (at % Math.max(1, bytes.length - 4))] = value;
        const work = startWork();
        decode(inputs, bytes.toString('hex'), work);
        expectWithin(work);
      }),
      { numRuns: 400 },
    );
  });
});

const word = (value: bigint | number) =>
  BigInt.asUintN(256, BigInt(value)).toString(16).padStart(64, '0');
const parameters = (...types: string[]) => types.map((type, at) => ({ name: `a${at}`, type }));
const selectorOf = (types: readonly string[]) => toFunctionSelector(`call(${types.join(',')})`);
const decodeWords = (types: string[], ...words: string[]) =>
  decode(parameters(...types), selectorOf(types) + words.join(''));

describe('what no encoder writes', () => {
  const most = 2n ** 256n - 1n;
  test.each<[what: string, types: string[], words: string[], fault: string, place: string]>([
    ['a bool of 2', ['bool'], [word(2)], 'bool', 'a0'],
    ['a uint8 of 256', ['uint8'], [word(256)], 'padding', 'a0'],
    ['an int8 of 128', ['int8'], [word(128)], 'padding', 'a0'],
    ['an address of 21 bytes', ['address'], [word(2n ** 160n)], 'padding', 'a0'],
    ['more than four bytes', ['bytes4'], [word(1)], 'padding', 'a0'],
    [
      'no zeros behind bytes',
      ['bytes'],
      [word(32), word(1), `61${'01'.repeat(31)}`],
      'padding',
      'a0',
    ],
    ['no UTF-8', ['string'], [word(32), word(1), `ff${'00'.repeat(31)}`], 'utf8', 'a0'],
    ['an offset behind the data', ['bytes'], [word(96), word(0)], 'offset', 'a0'],
    ['an offset of 2^256 - 1', ['bytes'], [word(most), word(0)], 'offset', 'a0'],
    ['a length of 2^256 - 1', ['uint8[]'], [word(32), word(most)], 'too_short', 'a0'],
    ['a list longer than the data', ['uint8[]'], [word(32), word(2), word(1)], 'too_short', 'a0'],
    ['an item that is missing', ['bool', 'bool'], [word(1)], 'too_short', 'a1'],
    ['a nested item', ['bool[2][]'], [word(32), word(1), word(1), word(7)], 'bool', 'a0[0][1]'],
    [
      'a huge list of fixed length',
      ['uint256[999999999][999999999]'],
      [word(0)],
      'too_short',
      'a0',
    ],
    ['a huge list of nothing', ['uint256[0][999999999]'], [], 'too_many', 'a0'],
    [
      'a list as long as it likes of nothing',
      ['uint256[0][]'],
      [word(32), word(most)],
      'too_many',
      'a0',
    ],
  ])('error: %s', (_, types, words, fault, place) => {
    expect(decodeWords(types, ...words)).toEqual({ ok: false, fault, place });
  });

  test('error: lists in lists, each at the same few bytes, end by count', () => {
    // 100 offsets to one list of 100 offsets to one list, and so on: 100^8 values in 26,000 bytes.
    const depth = 8;
    const levels = Array.from({ length: depth - 1 }, () => [
      word(100),
      ...Array<string>(100).fill(word(100 * 32)),
    ]);
    const last = [word(100), ...Array<string>(100).fill(word(1))];
    const type = `uint256${'[]'.repeat(depth)}`;
    const data = selectorOf([type]) + [word(32), ...levels.flat(), ...last].join('');
    const work = startWork();
    expect(decode(parameters(type), data, work)).toMatchObject({ fault: 'too_many' });
    expectWithin(work);
  });

  test('error: a type nested without end, or one that there isn’t, is no function', () => {
    const types = [
      `uint256${'[]'.repeat(5000)}`,
      'uint7',
      'uint264',
      'bytes33',
      'bytes0',
      'map',
      'uint08',
    ];
    for (const type of types) {
      expect(readFunctions(JSON.stringify(abiOf(parameters(type))))).toEqual([]);
    }
    let deep: Parameter = { name: 'x', type: 'uint8' };
    for (let at = 0; at < 100; at += 1) deep = { name: 'x', type: 'tuple', components: [deep] };
    expect(readFunctions(JSON.stringify(abiOf([deep])))).toEqual([]);
  });

  test('error: many values of the same long bytes end by the words read (threat 74)', () => {
    // 1,000 offsets to the same 64 KiB.
    const size = 65_536;
    const [offsets, bytes] = [Array<string>(1000).fill(word(1000 * 32)), 'ab'.repeat(size)];
    const data = selectorOf(['bytes[]']) + [word(32), word(1000), ...offsets, word(size)].join('');
    const work = startWork();
    expect(decode(parameters('bytes[]'), data + bytes, work)).toEqual({
      ok: false,
      fault: 'repeats',
      place: 'a0[3]',
    });
    expectWithin(work);
    expect(work.values).toBeLessThan(10);
  });

  test('error: text that nobody could read ends by its characters (threat 74)', () => {
    const text = '\u200b'.repeat(30_000);
    const args = [text, text, text];
    const data = encode(parameters('string', 'string', 'string'), args).slice(2);
    expect(decode(parameters('string', 'string', 'string'), data)).toMatchObject({
      fault: 'too_long',
    });
    const ascii = encode(parameters('string', 'string'), ['a'.repeat(40_000), 'b'.repeat(40_000)]);
    const work = startWork();
    expect(decode(parameters('string', 'string'), ascii, work)).toMatchObject({
      fault: 'too_many',
      place: 'a1',
    });
    expectWithin(work);
  });

  test('behavior: a type is measured once, and cut, however many values have it (threat 74)', () => {
    const components = Array.from({ length: 200 }, (_, at) => ({
      name: `m${at}`,
      type: 'uint256[0]',
    }));
    const list = [{ name: 'list', type: 'tuple[20]', components }];
    const signature = `call((${components.map(({ type }) => type).join(',')})[20])`;
    const work = startWork();
    const decoded = decode(list, toFunctionSelector(signature), work);
    expect(work.types).toBe(1 + 1 + 200 + 200);
    if (!decoded.ok) throw new Error(decoded.fault);
    const [{ type, content } = { type: '', content: '' }] = decoded.values;
    expect(type.length).toBeLessThanOrEqual(DECODE_LIMITS.typeText + 1);
    expect(content).toHaveLength(20);
    expectWithin(work);
  });

  test('error: an interface with types beyond any function’s is not read (threat 74)', () => {
    const wide = (depth: number): Parameter =>
      depth === 0
        ? { name: 'x', type: 'uint8' }
        : { name: 'x', type: 'tuple', components: [wide(depth - 1), wide(depth - 1)] };
    expect(readFunctions(JSON.stringify(abiOf([wide(8)])))).toHaveLength(1);
    expect(readFunctions(JSON.stringify(abiOf([wide(10)])))).toEqual([]);
    const many = Array.from({ length: 257 }, (_, at) => ({ name: `m${at}`, type: 'bool' }));
    expect(readFunctions(JSON.stringify(abiOf(many)))).toEqual([]);
    const entries = Array.from({ length: 5001 }, (_, at) => ({ type: 'function', name: `f${at}` }));
    expect(readFunctions(JSON.stringify(entries))).toEqual([]);
    expect(readFunctions(JSON.stringify(entries.slice(1)))).toHaveLength(5000);
  });

  test('behavior: signatures are hashed once for an interface, each once (threat 74)', () => {
    const overlapping = Array.from({ length: 4000 }, () => ({
      type: 'function',
      name: 'call',
      inputs: parameters('bool'),
    }));
    const functions = readFunctions(JSON.stringify(overlapping));
    const data = selectorOf(['bool']) + word(1);
    const [first, second] = [startWork(), startWork()];
    expect(decodeCalldata(data, functions, first).ok).toBe(true);
    expect(decodeCalldata(data, functions, second).ok).toBe(true);
    expect([first.hashes, second.hashes]).toEqual([1, 0]);
  });

  test('error: two functions of one selector are named as such, none is picked (threat 74)', () => {
    const named = (name: string, type: string) => ({
      type: 'function',
      name,
      inputs: parameters(type),
    });
    const burn = named('burn', 'uint256');
    // A published collision with `burn(uint256)`.
    const other = named('collate_propagate_storage', 'bytes16');
    const data = encodeFunctionData({
      abi: [{ ...burn, outputs: [], stateMutability: 'nonpayable' }] as Abi,
      functionName: 'burn',
      args: [7n],
    });
    const read = (...list: object[]) => decodeCalldata(data, readFunctions(JSON.stringify(list)));
    expect(read(burn)).toMatchObject({ ok: true, called: { name: 'burn' } });
    expect(read(other, burn)).toEqual({ ok: false, fault: 'ambiguous', place: '0x42966c68' });
  });

  test('behavior: a struct that Vyper wrote out is read like viem’s', () => {
    const abi = [
      { type: 'function', name: 'set', inputs: [{ name: 'rows', type: '(address,uint256)[2]' }] },
    ];
    const to = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    const data = encodeFunctionData({
      abi: [
        {
          type: 'function',
          name: 'set',
          stateMutability: 'nonpayable',
          outputs: [],
          inputs: [
            {
              name: 'rows',
              type: 'tuple[2]',
              components: [
                { name: 'a', type: 'address' },
                { name: 'b', type: 'uint256' },
              ],
            },
          ],
        },
      ],
      args: [
        [
          { a: to, b: 1n },
          { a: to, b: 2n },
        ],
      ],
    });
    const decoded = decodeCalldata(data, readFunctions(JSON.stringify(abi)));
    if (!decoded.ok) throw new Error(decoded.fault);
    expect(decoded.values.map(shownOf)).toEqual([
      [
        [to, '1'],
        [to, '2'],
      ],
    ]);
  });

  test.each([
    ['0xzz', 'hex'],
    ['0xabc', 'hex'],
    ['', 'no_selector'],
    ['0xa9059c', 'no_selector'],
    ['0xdeadbeef', 'unknown_selector', '0xdeadbeef'],
  ])('error: %s', (text, fault, place = '') => {
    expect(decode(parameters('bool'), text)).toEqual({ ok: false, fault, place });
  });

  test('behavior: the selectors and topics that the standards publish', () => {
    // EIP-20.
    expect(hashOfSignature('transfer(address,uint256)', 4)).toBe('0xa9059cbb');
    expect(hashOfSignature('Transfer(address,address,uint256)', 32)).toBe(
      '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
    );
  });
});
