// What people have of a contract's interface, against viem, which shares no code with the reader.
import fc from 'fast-check';
import { parseAbi, toEventSelector, toFunctionSelector, type Abi } from 'viem';
import { describe, expect, test } from 'vitest';
import { hashOfSignature } from '../../src/signing/calldata.ts';
import { readInterface, type ReadingNote } from '../../src/client/interface/read-interface.ts';
import {
  MAX_CONTRACT_INTERFACE_LENGTH,
  readContractInterface,
} from '../../src/protocol/contract-interface.ts';

const ETHEREUM = 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM';
const SOLANA = 'SMART_CONTRACT_INTERFACE_TYPE_SOLANA';

const TRANSFER = {
  type: 'function',
  name: 'transfer',
  inputs: [
    { name: 'to', type: 'address' },
    { name: 'amount', type: 'uint256' },
  ],
  outputs: [{ name: '', type: 'bool' }],
  stateMutability: 'nonpayable',
};
const ABI = [TRANSFER];
const TEXT = JSON.stringify(ABI);

const readEthereum = (value: unknown) =>
  readInterface(typeof value === 'string' ? value : JSON.stringify(value), ETHEREUM);
const readSolana = (value: unknown) =>
  readInterface(typeof value === 'string' ? value : JSON.stringify(value), SOLANA);

const BYTECODE = `0x${'60'.repeat(50)}`;
const left = (...names: string[]): ReadingNote => ({ kind: 'left', names });

describe('what holds an ABI', () => {
  test.each<[what: string, given: unknown, source: string, name: string, notes: ReadingNote[]]>([
    ['an ABI', ABI, 'abi', '', []],
    ['an ABI behind a byte order mark', `\uFEFF${TEXT}`, 'abi', '', []],
    ['an ABI in a JSON text', JSON.stringify(TEXT), 'abi', '', []],
    ['one entry', TRANSFER, 'entry', '', []],
    [
      'a Hardhat artifact',
      {
        _format: 'hh-sol-artifact-1',
        contractName: 'Token',
        sourceName: 'contracts/Token.sol',
        abi: ABI,
        bytecode: BYTECODE,
        deployedBytecode: BYTECODE,
        linkReferences: {},
        deployedLinkReferences: {},
      },
      'hardhat',
      'Token',
      [
        left(
          '_format',
          'contractName',
          'sourceName',
          'bytecode',
          'deployedBytecode',
          'linkReferences',
          'deployedLinkReferences',
        ),
      ],
    ],
    [
      'a Foundry artifact',
      {
        abi: ABI,
        bytecode: { object: BYTECODE, sourceMap: '', linkReferences: {} },
        methodIdentifiers: { 'transfer(address,uint256)': 'a9059cbb' },
        metadata: { settings: { compilationTarget: { 'src/Token.sol': 'Token' } } },
        id: 3,
      },
      'foundry',
      'Token',
      [left('bytecode', 'methodIdentifiers', 'metadata', 'id')],
    ],
    [
      'a Truffle artifact',
      { contractName: 'Token', abi: ABI, schemaVersion: '3.4.16' },
      'truffle',
      'Token',
      [left('contractName', 'schemaVersion')],
    ],
    [
      'Etherscan’s answer',
      { status: '1', message: 'OK', result: TEXT },
      'explorer',
      '',
      [left('status', 'message')],
    ],
    [
      'Etherscan’s answer with the source',
      {
        status: '1',
        message: 'OK',
        result: [{ SourceCode: 'contract Token {}', ABI: TEXT, ContractName: 'Token' }],
      },
      'explorer',
      'Token',
      [left('SourceCode', 'ContractName')],
    ],
    [
      'a compiler’s output of one contract',
      { contracts: { 'Token.sol': { Token: { abi: ABI, evm: {} }, Empty: { abi: [] } } } },
      'compiler',
      'Token',
      [],
    ],
    [
      'solc’s combined JSON',
      { contracts: { 'a.sol:Token': { abi: TEXT } } },
      'compiler',
      'Token',
      [],
    ],
    ['solc’s metadata', { output: { abi: ABI }, version: 1 }, 'compiler', '', [left('version')]],
    [
      'entries without a type, and null',
      [{ name: 'transfer', inputs: TRANSFER.inputs, outputs: null }, null],
      'abi',
      '',
      [
        { kind: 'nulls', count: 1 },
        { kind: 'filled', count: 1 },
      ],
    ],
    [
      'an old compiler’s members',
      [{ ...TRANSFER, stateMutability: undefined, constant: false, payable: true }],
      'abi',
      '',
      [{ kind: 'mutability', count: 1 }],
    ],
    [
      'the form of ethers',
      ['function transfer(address to, uint amount) returns (bool)'],
      'declarations',
      '',
      [],
    ],
    [
      'declarations in lines',
      'function transfer(\n  address to,\n  uint256 amount // how much\n) external returns (bool);',
      'declarations',
      '',
      [],
    ],
    [
      'a Solidity interface',
      '// SPDX-License-Identifier: MIT\ninterface IToken {\n function transfer(address to, uint256 amount) external returns (bool);\n}',
      'declarations',
      '',
      [],
    ],
  ])('behavior: %s is read for the ABI in it', (_, given, source, name, notes) => {
    const read = readEthereum(given);
    expect(read).toMatchObject({ ok: true, source, name, notes });
    if (!read.ok) return;
    const stored = readContractInterface(read.text, ETHEREUM);
    expect(stored).toMatchObject({
      ok: true,
      entries: [{ canonical: 'transfer(address,uint256)' }],
    });
  });

  test('behavior: what is right already stays as it is, to the character', () => {
    const pretty = JSON.stringify([{ ...TRANSFER, gas: 7, internal: null }], null, 2);
    expect(readEthereum(pretty)).toEqual({
      ok: true,
      text: pretty,
      source: 'abi',
      name: '',
      notes: [],
    });
  });

  test('behavior: a pretty one over the limit becomes one without blanks', () => {
    const many = Array.from({ length: 1500 }, (_, at) => ({ ...TRANSFER, name: `f${at}` }));
    const pretty = JSON.stringify(many, null, 8);
    expect(pretty.length).toBeGreaterThan(MAX_CONTRACT_INTERFACE_LENGTH);
    expect(readEthereum(pretty)).toMatchObject({
      ok: true,
      text: JSON.stringify(many),
      notes: [{ kind: 'minified' }],
    });
    const tooMany = Array.from({ length: 3000 }, (_, at) => ({ ...TRANSFER, name: `f${at}` }));
    expect(readEthereum(tooMany)).toMatchObject({
      fault: 'too_long',
      subject: String(JSON.stringify(tooMany).length),
    });
  });

  test('behavior: an anonymous event without a name, a constructor with a null one', () => {
    const entries = [
      { type: 'event', anonymous: true, inputs: [] },
      { type: 'constructor', name: null, inputs: null },
    ];
    expect(readEthereum(entries)).toMatchObject({
      ok: true,
      text: JSON.stringify([entries[0], { type: 'constructor', inputs: [] }]),
    });
  });

  test('behavior: what of a declared event is indexed', () => {
    const read = readEthereum('event Moved(address indexed to, uint256 amount);');
    const [moved] = parseAbi(['event Moved(address indexed to, uint256 amount)']);
    const [to, amount] = moved.inputs;
    const inputs = [to, { ...amount, indexed: false }];
    expect(read.ok && JSON.parse(read.text)).toEqual([{ ...moved, anonymous: false, inputs }]);
  });

  test.each([
    [{ constant: true }, 'view'],
    [{ constant: false }, 'nonpayable'],
  ])('behavior: what compilers before 0.4.16 wrote, %o, is %s', (old, stateMutability) => {
    const read = readEthereum([{ ...TRANSFER, stateMutability: undefined, ...old }]);
    expect(read.ok && JSON.parse(read.text)).toEqual([{ ...TRANSFER, stateMutability }]);
  });

  test('behavior: Vyper’s written-out struct becomes a tuple that viem knows', () => {
    const rows = { name: 'rows', type: '(address,(uint256,bytes)[2])[10]' };
    const read = readEthereum([{ ...TRANSFER, name: 'set', inputs: [rows] }]);
    if (!read.ok) throw new Error(read.fault);
    expect(read.notes).toEqual([{ kind: 'structs', count: 1 }]);
    const [entry] = JSON.parse(read.text) as Abi;
    expect(entry?.type === 'function' && toFunctionSelector(entry)).toBe(
      toFunctionSelector('function set((address a, (uint256 b, bytes c)[2] d)[10] rows)'),
    );
  });
});

describe('what holds none', () => {
  test.each<[what: string, given: unknown, fault: object]>([
    [
      'an unverified contract',
      { status: '0', message: 'NOTOK', result: 'Contract source code not verified' },
      { fault: 'not_verified' },
    ],
    [
      'an explorer’s limit',
      { status: '0', message: 'NOTOK', result: 'Max rate limit reached' },
      { fault: 'explorer', subject: 'Max rate limit reached' },
    ],
    [
      'two contracts',
      { contracts: { a: { A: { abi: ABI }, B: { abi: ABI } } } },
      { fault: 'several', contracts: ['A', 'B'] },
    ],
    ['other JSON', { a: 1 }, { fault: 'no_abi' }],
    ['an object with no more than a name', { name: 'transfer' }, { fault: 'no_abi' }],
    ['an object with no more than inputs', { inputs: [] }, { fault: 'no_abi' }],
    ['what every object inherits', '{"__proto__":{"abi":[]}}', { fault: 'no_abi' }],
    ['an IDL', { instructions: [], types: [] }, { fault: 'idl_for_ethereum' }],
    ['half of it', TEXT.slice(0, -20), { fault: 'cut' }],
    ['a web page', '<!DOCTYPE html><html>function', { fault: 'web_page' }],
    ['bytecode', BYTECODE, { fault: 'bytecode' }],
    ['an address', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', { fault: 'address' }],
    ['TypeScript', 'export const abi = [] as const;', { fault: 'script' }],
    ['Vyper', '@external\ndef f(a: uint256): pass', { fault: 'vyper' }],
    [
      'a Solidity contract',
      'pragma solidity 0.8.0;\ncontract A { function f() public {} }',
      { fault: 'solidity' },
    ],
    [
      'an unknown type',
      ['function f(bool a)', 'function g(IERC20 token)'],
      { fault: 'declared_type', subject: 'IERC20', at: 2 },
    ],
    ['a broken declaration', 'event A(bool a)\nfunction f(bool a', { fault: 'declaration', at: 2 }],
    ['a struct in itself', ['struct A { A a; }', 'function f(A a)'], { fault: 'declared_type' }],
    [
      'a name with brackets',
      [{ ...TRANSFER }, { ...TRANSFER, name: 'f()' }],
      { fault: 'entry', at: 2, rule: 'abi_name' },
    ],
    ['a number among the entries', [TRANSFER, 7], { fault: 'entry', at: 2 }],
    ['a number', '7', { fault: 'no_abi' }],
    ['prose', 'hello there', { fault: 'json' }],
    ['more than is read', ' '.repeat(8_000_001), { fault: 'too_large' }],
  ])('error: %s is named', (_, given, fault) => {
    expect(readEthereum(given)).toMatchObject({ ok: false, ...fault });
  });

  test('error: structs in structs end by count (threat 74)', () => {
    const structs = Array.from({ length: 15 }, (_, at) => {
      const members = 'abcdefgh'.split('').map((name) => `S${at + 1} ${name};`);
      return `struct S${at} { ${members.join(' ')} }`;
    });
    const lines = [...structs, 'struct S15 { bool a; }', 'function f(S0 a)'];
    expect(readEthereum(lines)).toMatchObject({ ok: false, fault: 'declared_type' });
  });
});

describe('IDLs', () => {
  const old = {
    version: '0.1.0',
    name: 'counter',
    instructions: [{ name: 'increment', accounts: [], args: [] }],
  };
  const recent = {
    address: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    metadata: { name: 'counter', version: '0.1.0', spec: '0.1.0' },
    instructions: [{ name: 'increment', discriminator: [1, 2], accounts: [], args: [] }],
    accounts: [{ name: 'Counter', discriminator: [3] }],
    types: [],
  };

  test('behavior: old ones get the types that the service demands, new ones stay', () => {
    expect(readSolana(old)).toMatchObject({
      ok: true,
      text: JSON.stringify({ ...old, types: [] }),
      name: 'counter',
      notes: [{ kind: 'idl_types' }],
    });
    const stays = { ok: true, text: JSON.stringify(recent), name: 'counter', notes: [] };
    expect(readSolana(recent)).toMatchObject(stays);
    expect(readSolana({ ...recent, metadata: { name: 7 } })).toMatchObject({ ok: true, name: '' });
    expect(readSolana({ idl: recent, slot: 1 })).toMatchObject({
      ok: true,
      text: JSON.stringify(recent),
      notes: [left('slot')],
    });
  });

  test.each([
    [TEXT, 'abi_for_solana'],
    [JSON.stringify({ abi: ABI }), 'abi_for_solana'],
    ['{"kind":"rootNode","program":{}}', 'codama'],
    ['{"types":[]}', 'entry'],
  ])('error: %.30s is %s', (text, fault) => {
    expect(readSolana(text)).toMatchObject({ ok: false, fault });
  });
});

const elementary = fc.constantFrom(
  'address',
  'bool',
  'uint8',
  'int256',
  'bytes32',
  'bytes',
  'string',
);
const suffix = fc.constantFrom('', '', '[]', '[3]', '[][2]');
const { type: types } = fc.letrec<{ type: string }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.tuple(elementary, suffix).map(([type, arrays]) => type + arrays),
    fc
      .tuple(fc.array(tie('type'), { minLength: 1, maxLength: 3 }), suffix)
      .map(
        ([members, arrays]) => `(${members.map((one, at) => `${one} m${at}`).join(', ')})${arrays}`,
      ),
  ),
}));
const names = fc.stringMatching(/^[a-z_][a-z0-9_]{0,12}$/).map((name) => `x${name}`);
const declaration = fc
  .tuple(fc.constantFrom('function', 'event'), names, fc.array(types, { maxLength: 4 }))
  .map(([kind, name, list]) => ({
    kind,
    text: `${kind} ${name}(${list.map((type, at) => `${type} a${at}`).join(', ')})`,
  }));

describe('what is accepted', () => {
  test('behavior: has the selectors that viem computes, however it was written', () => {
    const wrap = fc.constantFrom(
      (lines: readonly string[]) => JSON.stringify(lines),
      (lines: readonly string[]) => lines.join('\n'),
      (lines: readonly string[]) => `interface I {\r\n${lines.join(';\r\n')};\r\n}`,
      (lines: readonly string[]) => JSON.stringify(parseAbi(lines as never)),
      (lines: readonly string[]) =>
        JSON.stringify({ abi: parseAbi(lines as never), bytecode: '0x' }),
    );
    const lists = fc.uniqueArray(declaration, {
      minLength: 1,
      maxLength: 4,
      selector: ({ text }) => text,
    });
    fc.assert(
      fc.property(lists, wrap, (list, written) => {
        const read = readEthereum(written(list.map(({ text }) => text)));
        if (!read.ok) throw new Error(`${read.fault} ${read.subject}`);
        const stored = readContractInterface(read.text, ETHEREUM);
        if (!stored.ok) throw new Error(stored.rule);
        const hashes = stored.entries.map(({ canonical = '', kind }) =>
          hashOfSignature(canonical, kind === 'event' ? 32 : 4),
        );
        expect(hashes).toEqual(
          list.map(({ kind, text }) =>
            kind === 'event' ? toEventSelector(text) : toFunctionSelector(text),
          ),
        );
        // And viem reads the stored JSON the same way.
        const again = (JSON.parse(read.text) as Abi).map((entry) =>
          entry.type === 'event'
            ? toEventSelector(entry)
            : entry.type === 'function' && toFunctionSelector(entry),
        );
        expect(again).toEqual(hashes);
      }),
      { numRuns: 300 },
    );
  });

  test('behavior: any text is read or refused, never thrown at', () => {
    const json = fc.json({ maxDepth: 4 });
    const edits = fc.tuple(fc.nat(), fc.string({ maxLength: 3 }));
    const broken = edits.map(([at, text]) => {
      const place = at % TEXT.length;
      return TEXT.slice(0, place) + text + TEXT.slice(place + 1);
    });
    const words = fc
      .array(
        fc.constantFrom('function', 'f', '(', ')', 'bool', ',', 'struct', '{', '}', ';', '[', ']'),
      )
      .map((list) => list.join(' '));
    fc.assert(
      fc.property(fc.oneof(json, broken, words, fc.string()), (text) => {
        for (const type of [ETHEREUM, SOLANA] as const) {
          const read = readInterface(text, type);
          if (read.ok) expect(readContractInterface(read.text, type).ok).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
