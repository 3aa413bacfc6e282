import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { readContractInterface } from '../../src/protocol/contract-interface.ts';
import { addressFormatsOf } from '../../src/protocol/curve-formats.ts';
import * as enums from '../../src/protocol/enums.ts';
import { fromWire, isErrorCode, KeystampError, toWire } from '../../src/protocol/errors.ts';
import { readBaseUrl } from '../../src/protocol/profile.ts';
import { millisecondsOf } from '../../src/protocol/service-records.ts';

const shared = (name: string) => new URL(`../../../shared/${name}`, import.meta.url);
const read = (name: string): unknown => JSON.parse(readFileSync(shared(name), 'utf8'));

describe('enums', () => {
  const published = 'captured/turnkey-enums.json';
  test.runIf(existsSync(shared(published)))(
    'behavior: every published list is here in full',
    () => {
      const lists: unknown[] = Object.values(enums);
      const shape = v.object({ enums: v.record(v.string(), v.array(v.string())) });
      for (const values of Object.values(v.parse(shape, read(published)).enums)) {
        expect(lists).toContainEqual(values);
      }
    },
  );
});

describe('addressFormatsOf', () => {
  test('behavior: 29, 8 and 2 formats; the two SPARK formats aren’t offered', () => {
    expect(enums.CURVE.map((curve) => addressFormatsOf(curve).length)).toEqual([29, 8, 2]);
    const all = new Set(enums.CURVE.flatMap((curve) => addressFormatsOf(curve)));
    expect(enums.ADDRESS_FORMAT.filter((format) => !all.has(format))).toEqual([
      'ADDRESS_FORMAT_SPARK_MAINNET',
      'ADDRESS_FORMAT_SPARK_REGTEST',
    ]);
  });
});

describe('readContractInterface', () => {
  const evm = (text: string) =>
    readContractInterface(text, 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM');
  const svm = (text: string) => readContractInterface(text, 'SMART_CONTRACT_INTERFACE_TYPE_SOLANA');

  test('behavior: lists the functions and events of an ABI', () => {
    const abi = [
      {
        type: 'function',
        name: 'transfer',
        inputs: [
          { name: 'to', type: 'address' },
          { name: 'amount', type: 'uint256' },
        ],
        outputs: [{ name: '', type: 'bool' }],
        stateMutability: 'nonpayable',
      },
      {
        type: 'event',
        name: 'Transfer',
        inputs: [{ name: 'from', type: 'address', indexed: true }],
      },
      { type: 'receive', stateMutability: 'payable' },
    ];
    expect(evm(JSON.stringify(abi))).toEqual({
      ok: true,
      entries: [
        {
          kind: 'function',
          signature: 'transfer(address to, uint256 amount)',
          note: 'nonpayable',
          returns: '(bool)',
          canonical: 'transfer(address,uint256)',
        },
        {
          kind: 'event',
          signature: 'Transfer(address from)',
          note: '',
          canonical: 'Transfer(address)',
        },
        { kind: 'other', signature: 'receive', note: 'payable' },
      ],
    });
  });

  test('behavior: lists the instructions and accounts of an IDL', () => {
    const idl = {
      types: [],
      accounts: [{ name: 'Vault' }],
      instructions: [{ name: 'deposit', args: [{ name: 'amount', type: 'u64' }] }],
    };
    expect(svm(JSON.stringify(idl))).toEqual({
      ok: true,
      entries: [
        { kind: 'instruction', signature: 'deposit(amount)', note: '' },
        { kind: 'account', signature: 'Vault', note: '' },
      ],
    });
  });

  test('behavior: an anonymous event needs no name, and has no topic', () => {
    const [unnamed, named] = [
      { type: 'event', anonymous: true },
      { type: 'event', name: 'Log' },
    ];
    expect(evm(JSON.stringify([unnamed, named]))).toMatchObject({
      ok: true,
      entries: [{ signature: 'event()' }, { signature: 'Log()', canonical: 'Log()' }],
    });
    expect(evm(JSON.stringify([unnamed])).ok && evm(JSON.stringify([unnamed]))).not.toHaveProperty(
      'entries.0.canonical',
    );
  });

  test('behavior: types of another crate have their path before them', () => {
    const idl = { types: [], instructions: [], accounts: [{ name: 'my_crate::state::Vault' }] };
    expect(svm(JSON.stringify(idl))).toMatchObject({
      entries: [{ signature: 'my_crate::state::Vault' }],
    });
  });

  test.each([
    ['abi', 'not json', 'json'],
    ['abi', '{}', 'abi_array'],
    ['abi', '[1]', 'abi_entry'],
    ['abi', '[{"type":"function"}]', 'abi_entry'],
    ['abi', `["${'x'.repeat(400_000)}"]`, 'contract_interface_length'],
    ['abi', '[{"type":"function","name":"f()"}]', 'abi_name'],
    ['abi', '[{"type":"function","name":"1f"}]', 'abi_name'],
    ['abi', '[{"type":"function","name":"f\u200b"}]', 'abi_name'],
    ['abi', '[{"type":"error","name":"\u0405afe"}]', 'abi_name'],
    ['abi', `[{"type":"event","name":"${'x'.repeat(201)}"}]`, 'abi_name'],
    ['abi', '[{"type":"constructor","inputs":[{"name":"a b","type":"bool"}]}]', 'abi_name'],
    [
      'abi',
      '[{"type":"function","name":"f","inputs":[{"type":"tuple","components":[{"name":"\u202e","type":"bool"}]}]}]',
      'abi_name',
    ],
    [
      'abi',
      '[{"type":"function","name":"f","outputs":[{"type":"bool","name":"ok) \u2713 verified"}]}]',
      'abi_name',
    ],
    ['abi', '[{"type":"safe function","name":"f"}]', 'abi_entry'],
    ['abi', '[{"type":"function","name":"f","stateMutability":"view, safe"}]', 'abi_entry'],
    ['abi', '[{"type":"function","name":"f","inputs":[{"type":"\u0430ddress"}]}]', 'abi_entry'],
    ['abi', '[{"type":"event","anonymous":false}]', 'abi_entry'],
    ['abi', `[${Array(5001).fill('{"type":"receive"}').join()}]`, 'contract_interface_entries'],
    ['idl', '{"types":[],"instructions":[{"name":"a-b"}]}', 'idl_name'],
    ['idl', '{"types":[],"instructions":[{"name":"\u0430"}]}', 'idl_name'],
    ['idl', '{"types":[],"instructions":[{"name":"a","args":[{"name":"$a"}]}]}', 'idl_name'],
    ['idl', '{"types":[],"instructions":[],"events":[{"name":"a::b c"}]}', 'idl_name'],
    ['idl', '[]', 'idl_object'],
    ['idl', '{"instructions":[]}', 'idl_types'],
    ['idl', '{"types":[]}', 'idl_instructions'],
    ['idl', '{"types":[],"instructions":[{}]}', 'idl_instructions'],
  ])('error: %s %.20j is refused as %s', (chain, text, rule) => {
    expect((chain === 'abi' ? evm : svm)(text)).toEqual({ ok: false, rule });
  });
});

describe('readBaseUrl', () => {
  test.each([
    ['https://api.turnkey.com', 'https://api.turnkey.com'],
    [' https://api.turnkey.com/ ', 'https://api.turnkey.com'],
    ['https://example.com/turnkey/', 'https://example.com/turnkey'],
    ['http://127.0.0.1:8788', 'http://127.0.0.1:8788'],
    ['http://localhost:1', 'http://localhost:1'],
  ])('behavior: %s', (text, url) => expect(readBaseUrl(text)).toMatchObject({ ok: true, url }));

  test.each([
    'http://example.com',
    'http://127.0.0.2',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'https://user:pw@example.com',
    'https://user@example.com',
    'https://example.com/?x=1',
    'https://example.com/?',
    'https://example.com/#x',
    'https://example.com/a/../b',
    'https://example.com/a/./b',
    'https://example.com//b',
    'https://example.com/a%2fb',
    'https://example.com/a b',
    'ftp://example.com',
    'javascript:alert(1)',
    'example.com',
    '',
  ])('error: refuses %j', (text) => expect(readBaseUrl(text).ok).toBe(false));
});

describe('millisecondsOf', () => {
  test.each([
    [{ seconds: '1745383555', nanos: '0' }, 1_745_383_555_000],
    ['1745383555000', 1_745_383_555_000],
    ['2025-04-23T04:45:55.000Z', 1_745_383_555_000],
    ['soon', undefined],
    [undefined, undefined],
  ])('behavior: %j is %s', (value, expected) => expect(millisecondsOf(value)).toBe(expected));
});

describe('errors', () => {
  test('behavior: a wire error has no stack and no cause, and comes back unchanged', () => {
    const cause = new Error('secret detail');
    const wire = toWire(new KeystampError('wrong_password', undefined, { waitMs: 4000 }, cause));
    expect(JSON.stringify(wire)).not.toContain('secret');
    expect(Object.keys(wire)).toEqual(['code', 'message', 'detail']);
    expect(fromWire(wire)).toMatchObject({ code: 'wrong_password', detail: { waitMs: 4000 } });
  });

  test('behavior: a message is the code, unless a technical sentence says more', () => {
    expect(new KeystampError('vault_locked').message).toBe('vault_locked');
    expect(fromWire({ code: 'vault_locked', message: '' }).message).toBe('vault_locked');
    expect(toWire(new KeystampError('malformed', '5 bytes.'))).toEqual({
      code: 'malformed',
      message: '5 bytes.',
    });
  });

  test('behavior: an unexpected error leaves as internal, without its text', () => {
    expect(toWire(new TypeError('cannot read x of undefined'))).toEqual({
      code: 'internal',
      message: 'internal',
    });
    expect(toWire('boom').code).toBe('internal');
  });

  test('behavior: inherited names aren’t codes', () => {
    expect(['constructor', '__proto__', 'internal'].map(isErrorCode)).toEqual([false, false, true]);
  });
});
