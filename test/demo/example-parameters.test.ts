import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  exampleOf,
  requiredIdKinds,
  CLOSED_ROW,
  UNUSED_ID,
  PAGE_ROWS,
  readParameters,
  versionsOf,
} from '../../src/demo/example-parameters.ts';
import { findAddresses } from '../../src/client/address-findings.ts';
import { readIds } from '../../src/demo/id-fields.ts';
import { FIAT_ON_RAMP_NETWORK } from '../../src/protocol/enums.ts';
import { field, oneOf } from '../../src/protocol/fields.ts';
import { ASK } from '../../src/sdk/sdk.ts';
import type { Row } from '../../src/protocol/operation-row.ts';
import { OPERATIONS } from '../../src/protocol/operations.ts';

const ID = '3f0a4c1e-7a58-4c2e-9a6e-5d8f2c1b0a99';
const IDS = { wallet: ID, user: ID, userTag: ID, apiKey: ID };

const choice = (option: string) => ({ kind: 'choice', options: () => [option] }) as const;

const parametersOf = (row: Row) => (row.kind === 'query' ? row : row.versions[0]).parameters;

/** What only a service or a provider can make: no example can replace it. */
const OUTSIDE = ['encryptedBundle', 'verificationToken'];

describe('exampleOf', () => {
  test.each(PAGE_ROWS.map((row) => [row.name, row] as const))(
    'behavior: %s starts with parameters that the operation accepts',
    (_, row) => {
      const example = exampleOf(versionsOf(row)[0]?.fields ?? {}, IDS);
      const { issues = [] } = v.safeParse(parametersOf(row), example);
      const broken = issues.map((issue) => v.getDotPath(issue) ?? '');
      expect(broken.filter((name) => !OUTSIDE.includes(name))).toEqual([]);
      const findings = findAddresses(versionsOf(row)[0]?.fields ?? {}, example);
      expect(findings.filter(({ rule }) => rule !== undefined)).toEqual([]);
      expect(JSON.parse(JSON.stringify(example))).toEqual(example);
    },
  );

  test('behavior: pasted ids appear where they belong, alone or in a list', () => {
    const texts = PAGE_ROWS.map((row) =>
      JSON.stringify(exampleOf(versionsOf(row)[0]?.fields ?? {}, IDS)),
    );
    expect(texts.filter((text) => text.includes(`["${ID}"]`))).toHaveLength(1);
    expect(texts.filter((text) => text.includes(ID)).length).toBeGreaterThan(4);
    expect(texts.filter((text) => text.includes(UNUSED_ID))).toEqual([]);
    const [first] = PAGE_ROWS;
    expect(JSON.stringify(exampleOf(first ? (versionsOf(first)[0]?.fields ?? {}) : {}))).toContain(
      UNUSED_ID,
    );
  });
});

describe('exampleOf with ASK', () => {
  test('behavior: it stands alone, also for a list, and Keystamp accepts it', () => {
    const choices = { wallet: ASK, user: ASK, userTag: ASK, apiKey: ASK };
    const open = PAGE_ROWS.flatMap((row) => {
      const [version] = versionsOf(row);
      const example = exampleOf(version?.fields ?? {}, choices);
      return Object.entries(example).flatMap(([name, value]) => (value === ASK ? [name] : []));
    });
    expect([...new Set(open)].toSorted()).toEqual(['apiKeyId', 'userId', 'userTagIds', 'walletId']);
  });
});

test('behavior: each network has its own address, of a kind that it pays out to', () => {
  const fields = versionsOf(OPERATIONS.init_fiat_on_ramp)[0]?.fields ?? {};
  for (const network of FIAT_ON_RAMP_NETWORK) {
    const others = Object.fromEntries(
      Object.entries(fields).filter(([name]) => name !== 'network'),
    );
    const chosen = { network: field(oneOf([network]), { control: choice(network) }), ...others };
    const example = exampleOf(chosen);
    expect(example['network']).toBe(network);
    expect(findAddresses(fields, example)).toMatchObject([{ network, rule: undefined }]);
  }
});

describe('PAGE_ROWS', () => {
  test('behavior: the ten that pages can request, and one that they can’t', () => {
    expect(PAGE_ROWS.every(({ core }) => core)).toBe(true);
    expect(PAGE_ROWS).toHaveLength(10);
    expect(CLOSED_ROW?.pageAccess).toBe('never');
    expect(requiredIdKinds(PAGE_ROWS).toSorted()).toEqual(Object.keys(IDS).toSorted());
  });
});

describe('readParameters', () => {
  test('behavior: an object with all its own members', () => {
    const read = readParameters('{"a":1,"__proto__":{"b":2}}');
    if (!read.ok) throw new Error(read.reason);
    expect(Object.keys(read.values)).toEqual(['a', '__proto__']);
    expect(Reflect.get({}, 'b')).toBeUndefined();
  });

  test.each(['', '[]', '1', 'null', '{', '"x"'])('error: %j', (text) => {
    expect(readParameters(text)).toEqual({ ok: false, reason: expect.stringMatching(/./) });
  });
});

describe('readIds', () => {
  test('behavior: only what was saved', () => {
    expect(readIds(JSON.stringify({ wallet: ID, other: ID, user: 7 }))).toEqual({ wallet: ID });
    const stored = JSON.stringify({ wallet: ASK, user: { ...ASK, more: 1 } });
    expect(readIds(stored)).toEqual({ wallet: ASK });
    expect(readIds(stored).wallet).toBe(ASK);
    for (const text of [null, '', 'x', '1', 'null', '[]']) expect(readIds(text)).toEqual({});
  });
});
