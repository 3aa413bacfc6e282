// Typed data and authorizations: what the extension says of a policy before they are asked for, beside what the
// service decides, and beside what is known from elsewhere.
import { TypedDataEncoder } from 'ethers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { signedFacts } from '../../src/client/signed-facts.ts';
import { possibleOutcomes, type PolicyOutcome } from '../../src/policies/policy-outcome.ts';
import { isUnreadable, readPolicy } from '../../src/policies/policy.ts';
import { predict } from '../../src/policies/prediction.ts';
import { requestQuestion } from '../../src/policies/request-facts.ts';
import { MAX_DECISION_STEPS } from '../../src/policies/limits.ts';
import { outcomeOf, readPolicy as readStored } from '../../src/service/policies/policy.ts';
import { signedNames } from '../../src/service/policies/signed-names.ts';
import type { Signer } from '../../src/service/signer.ts';
import { chance, drawFrom, oneOf, type Draw } from '../policies/random-draw.ts';
import authorizations from '../vectors/signing/eip7702-authorization.json' with { type: 'json' };
import typedData from '../vectors/signing/eip712.json' with { type: 'json' };

const SIGNING = { resource: 'PRIVATE_KEY', action: 'SIGN' } as const;
const NO_SIGNER = {} as Signer;

type Encoding = 'EIP712' | 'EIP7702_AUTHORIZATION' | 'HEXADECIMAL' | 'TEXT_UTF8';
const requestOf = (payload: string, encoding: Encoding) => ({
  signWith: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  payload,
  encoding: `PAYLOAD_ENCODING_${encoding}` as const,
  hashFunction: 'HASH_FUNCTION_NO_OP' as const,
});
type Request = ReturnType<typeof requestOf>;

const questionOf = (parameters: Request) =>
  requestQuestion(
    {
      type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
      policy: SIGNING,
      parameters,
      signed: signedFacts(parameters, undefined),
    },
    [],
    'ann',
    0,
  );

const policyOf = <E extends string>(condition: string, effect: E) => ({
  policyId: 'p',
  policyName: 'P',
  effect,
  condition,
});

/** What becomes of a request by one policy. */
function verdictOf(condition: string, parameters: Request, effect = 'EFFECT_ALLOW') {
  const read = readPolicy(policyOf(condition, effect));
  expect([condition, isUnreadable(read)]).toEqual([condition, false]);
  const rootQuorum = { threshold: 1, userIds: ['root'] };
  return predict({ policies: [read], rootQuorum }, questionOf(parameters)).kind;
}

type Json = string | number | boolean | readonly Json[] | { readonly [name: string]: Json };
type Message = {
  readonly types: Record<string, { name: string; type: string }[]>;
  readonly primaryType: string;
  readonly domain: { readonly [name: string]: string | number };
  readonly message: Json;
};
const accepted = typedData.cases.filter(({ refuse }) => refuse !== true);
const messageOf = (payload: string) => JSON.parse(payload) as Message;

/** Integers as decimal texts, as ethers writes them. */
const written = (value: unknown): unknown => {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(written);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, written(one)]));
};

describe('the facts', () => {
  test.each(accepted.map(({ id, payload }) => [id, payload] as const))(
    'vectors: typed data of %s, as ethers writes it',
    (_, payload) => {
      const { types, primaryType, domain, message } = messageOf(payload);
      const { EIP712Domain: __, ...others } = types;
      // Ethers refuses types that nothing uses.
      const used = new Set([primaryType]);
      for (const name of used) {
        for (const { type } of others[name] ?? []) used.add(type.replace(/\[.*/, ''));
      }
      const kept = Object.fromEntries(Object.entries(others).filter(([name]) => used.has(name)));
      const theirs = TypedDataEncoder.getPayload(domain, kept, message as Record<string, unknown>);
      const seen = signedFacts(requestOf(payload, 'EIP712'), undefined);
      expect(seen).toMatchObject({ as: 'eip_712', unknown: [] });
      expect(written(seen?.names['message'])).toEqual(theirs.message);
      expect(seen?.names['primary_type']).toBe(primaryType);
      const { chainId, verifyingContract, name, version } = domain;
      expect(seen?.names['domain']).toEqual({
        ...(name !== undefined && { name }),
        ...(version !== undefined && { version }),
        ...(chainId !== undefined && { chain_id: BigInt(String(chainId)) }),
        ...(verifyingContract !== undefined && {
          verifying_contract: String(verifyingContract).toLowerCase(),
        }),
      });
    },
  );

  test.each(authorizations.cases.map((one) => [one.id, one] as const))(
    'vectors: the authorization of %s',
    (_, { payload, policy }) => {
      const { address, chain_id, nonce } = policy['eth.eip_7702_authorization'];
      expect(signedFacts(requestOf(payload, 'EIP7702_AUTHORIZATION'), undefined)).toEqual({
        as: 'eip_7702_authorization',
        names: { address, chain_id: BigInt(chain_id), nonce: BigInt(nonce) },
        unknown: [],
      });
    },
  );
});

/** Where a value of a message stands, and what it is. */
type Place = { readonly path: string; readonly value: unknown };

function placesIn(path: string, value: unknown): readonly Place[] {
  if (Array.isArray(value)) {
    return [
      { path, value },
      ...value.flatMap((one, at) => placesIn(`${path}[${String(at)}]`, one)),
    ];
  }
  if (typeof value !== 'object' || value === null) return [{ path, value }];
  return Object.entries(value).flatMap(([name, one]) => placesIn(`${path}['${name}']`, one));
}

const DOMAIN = ['name', 'version', 'chain_id', 'verifying_contract'];

function literalNear(g: Draw, value: unknown): string {
  if (typeof value === 'boolean') return chance(g, 50) ? 'true' : 'false';
  if (typeof value === 'bigint') {
    const near = value + BigInt(g(2)) - 1n;
    return chance(g, 85) && near >= 0n && near < 2n ** 256n ? String(near) : `'${String(value)}'`;
  }
  const text = String(value).replaceAll("'", '');
  return oneOf(g, [`'${text}'`, `'${text}'`, `'${text.toUpperCase()}'`, "'other'", '7']);
}

/** A condition that is about these names, and mostly near what they are. */
function conditionNear(g: Draw, names: Readonly<Record<string, unknown>>): string {
  const isTyped = 'message' in names;
  const root = isTyped ? 'eth.eip_712' : 'eth.eip_7702_authorization';
  const domain = (names['domain'] ?? {}) as Readonly<Record<string, unknown>>;
  const places: readonly Place[] = isTyped
    ? [
        { path: `${root}.primary_type`, value: names['primary_type'] },
        ...DOMAIN.map((name) => ({
          path: `${root}.domain.${name}`,
          value: domain[name] ?? (name === 'chain_id' ? 0n : ''),
        })),
        ...placesIn(`${root}.message`, names['message']),
        { path: `${root}.message['nothing']`, value: '0xab' },
      ]
    : Object.entries(names).map(([name, value]) => ({ path: `${root}.${name}`, value }));
  const term = (): string => {
    const { path, value } = oneOf(g, places);
    if (Array.isArray(value)) {
      const near = literalNear(g, value[0] ?? '0xab');
      return oneOf(g, [
        `${path}.count() <= ${String(value.length + g(1))}`,
        `${path}.any(x, x == ${near})`,
        `${path}.all(x, x != ${near})`,
        `${path}.contains(${near})`,
      ]);
    }
    const literal = literalNear(g, value);
    const orders = /^\d+$/.test(literal) ? ['==', '!=', '<', '<=', '>', '>='] : ['==', '!='];
    const said = `${path} ${oneOf(g, orders)} ${literal}`;
    return chance(g, 15) ? `!(${said})` : said;
  };
  const terms = Array.from({ length: 1 + g(2) }, term);
  return terms.join(chance(g, 70) ? ' && ' : ' || ');
}

const OUTCOMES: Readonly<Record<PolicyOutcome, ReturnType<typeof outcomeOf>>> = {
  allow: 'OUTCOME_ALLOW',
  requires_consensus: 'OUTCOME_REQUIRES_CONSENSUS',
  deny_implicit: 'OUTCOME_DENY_IMPLICIT',
  deny_explicit: 'OUTCOME_DENY_EXPLICIT',
  none: null,
  error: 'OUTCOME_ERROR',
  time_inactive: 'OUTCOME_TIME_INACTIVE',
};
const REQUESTS = [
  ...accepted.map(({ payload }) => requestOf(payload, 'EIP712')),
  ...authorizations.cases.map(({ payload }) => requestOf(payload, 'EIP7702_AUTHORIZATION')),
];

test('property: extension and service agree on random policies about what is signed', async () => {
  const seen = new Map<string, number>();
  const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
  const runs = 3000;
  const property = fc.asyncProperty(fc.noShrink(fc.integer()), async (seed) => {
    const g = drawFrom(seed);
    const request = oneOf(g, REQUESTS);
    const facts = signedFacts(request, undefined);
    const condition = conditionNear(g, facts?.names ?? {});
    const policy = policyOf(condition, oneOf(g, ['EFFECT_ALLOW', 'EFFECT_DENY'] as const));
    const read = readPolicy(policy);
    // What a type check refuses is another test's.
    if (isUnreadable(read)) return;
    const { outcomes, causes } = possibleOutcomes(read, questionOf(request));
    const { effect } = policy;
    const clauses = { consensus: null, condition, time: null };
    const stored = readStored({ id: 'p', name: 'P', effect }, clauses);
    const names = await signedNames(request, NO_SIGNER, () => Promise.resolve([]));
    const asked = { approvals: [], furtherCredentials: [], condition: names, now: 0 };
    const theirs = outcomeOf(stored, asked, { left: MAX_DECISION_STEPS });
    const possible = [...outcomes].map((one) => OUTCOMES[one]);
    expect([condition, possible]).toEqual([condition, expect.arrayContaining([theirs])]);
    expect(causes).toEqual(possible.length === 1 ? [] : ['unpublished']);
    count(possible.length === 1 ? 'told' : 'untold');
    count(String(theirs));
  });
  await fc.assert(property, { numRuns: runs, seed: 20_261_128 });
  const allOf = ['OUTCOME_ALLOW', 'OUTCOME_DENY_EXPLICIT', 'OUTCOME_DENY_IMPLICIT', 'null'];
  for (const one of [...allOf, 'OUTCOME_ERROR']) {
    expect([one, (seen.get(one) ?? 0) > runs * 0.05]).toEqual([one, true]);
  }
  expect(seen.get('told') ?? 0).toBeGreaterThan(2 * (seen.get('untold') ?? 0));
});

const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const DAI = '0x6b175474e89094c44da98b954eedeac495271d0f';
const ROUTER = '0xEf1c6E67703c7BD7107eed8303Fbe6EC2554BF6B';

/** Permit2's message for several tokens; its types as the contract has them. */
const batch = (...permitted: readonly { token: string; amount: string }[]) =>
  requestOf(
    JSON.stringify({
      types: {
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'chainId', type: 'uint256' },
          { name: 'verifyingContract', type: 'address' },
        ],
        PermitBatchTransferFrom: [
          { name: 'permitted', type: 'TokenPermissions[]' },
          { name: 'spender', type: 'address' },
          { name: 'nonce', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
        ],
        TokenPermissions: [
          { name: 'token', type: 'address' },
          { name: 'amount', type: 'uint256' },
        ],
      },
      primaryType: 'PermitBatchTransferFrom',
      domain: {
        name: 'Permit2',
        chainId: 1,
        verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
      },
      message: { permitted, spender: ROUTER, nonce: '1', deadline: '2000000000' },
    }),
    'EIP712',
  );
const few = batch({ token: USDC, amount: '5' }, { token: USDC, amount: '99999999' });
const endless = batch({ token: USDC, amount: String(2n ** 256n - 1n) });
const mixed = batch(
  { token: USDC, amount: '5' },
  { token: DAI, amount: '6' },
  { token: DAI, amount: '7' },
);
const delegation = requestOf(
  JSON.stringify({ address: ROUTER, chainId: 1, nonce: 0 }),
  'EIP7702_AUTHORIZATION',
);

/** As the publisher's examples write them (test/vectors/policy-clauses.json). */
const KIND = "activity.type == 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2'";
const PERMIT2 =
  "eth.eip_712.domain.name == 'Permit2' && eth.eip_712.primary_type == 'PermitBatchTransferFrom'";
const M = 'eth.eip_712.message';

describe('what is worked out by hand', () => {
  test.each<readonly [string, Request, string]>([
    [`${PERMIT2} && ${M}['permitted'].all(p, p['token'] == '${USDC}') && ${KIND}`, few, 'allowed'],
    [
      `${PERMIT2} && ${M}['permitted'].all(p, p['token'] == '${USDC}') && ${KIND}`,
      mixed,
      'refused',
    ],
    [`${PERMIT2} && ${M}['permitted'].count() <= 2 && ${KIND}`, few, 'allowed'],
    [`${PERMIT2} && ${M}['permitted'].count() <= 2 && ${KIND}`, mixed, 'refused'],
    [
      `${M}['permitted'].any(p, p['token'] == '${USDC}' && p['amount'] < 100000000)`,
      few,
      'allowed',
    ],
    // Not allowed, whether it is compared or has no value.
    [
      `${M}['permitted'].any(p, p['token'] == '${USDC}' && p['amount'] < 100000000)`,
      endless,
      'refused',
    ],
    // Hex is seen in lower case. Whether another case in a policy matters isn't published.
    [`${M}['spender'] == '${ROUTER.toLowerCase()}'`, few, 'allowed'],
    [`${M}['spender'] == '${ROUTER}'`, few, 'unknown'],
    [`${M}['spender'] == '${USDC}'`, few, 'refused'],
    [
      `!(eth.eip_712.domain.chain_id == 8453 || eth.eip_712.domain.chain_id == 4217)`,
      few,
      'allowed',
    ],
    [
      "eth.eip_712.domain.verifying_contract == '0x000000000022d473030f116ddee9f6b43ac78ba3'",
      few,
      'allowed',
    ],
    // The domain has no version: empty or missing, it is no 1.
    ["eth.eip_712.domain.version == '1'", few, 'refused'],
    ["eth.eip_712.domain.version != '1'", few, 'unknown'],
    // Members of one that are another's.
    [`${M}['details']['amount'] < 5`, few, 'refused'],
    ['eth.tx.value < 5', few, 'refused'],
    ['eth.eip_7702_authorization.chain_id == 1', few, 'refused'],
    [`eth.eip_7702_authorization.chain_id == 1 && ${KIND}`, delegation, 'allowed'],
    ['eth.eip_7702_authorization.nonce == 0', delegation, 'allowed'],
    [`eth.eip_7702_authorization.address == '${ROUTER}'`, delegation, 'allowed'],
    // In which case it is seen isn't published.
    [`eth.eip_7702_authorization.address == '${ROUTER.toLowerCase()}'`, delegation, 'unknown'],
    ["eth.eip_712.primary_type == 'Permit'", delegation, 'refused'],
    // Of bytes and texts conditions see nothing.
    ['eth.tx.value < 5', requestOf(`0x${'ab'.repeat(32)}`, 'HEXADECIMAL'), 'refused'],
    ["eth.eip_712.primary_type == 'Permit'", requestOf('Hello', 'TEXT_UTF8'), 'refused'],
    [KIND, requestOf('Hello', 'TEXT_UTF8'), 'allowed'],
    // What can't be read is nothing that is known.
    ["eth.eip_712.primary_type == 'Permit'", requestOf('{}', 'EIP712'), 'unknown'],
  ])('behavior: %s', (condition, request, kind) => {
    expect(verdictOf(condition, request)).toBe(kind);
  });

  test('behavior: a DENY of an amount that may have no value isn’t known', () => {
    const most = `${M}['permitted'].any(p, p['amount'] > 100)`;
    const [allow, deny] = [policyOf(KIND, 'EFFECT_ALLOW'), policyOf(most, 'EFFECT_DENY')];
    const rules = {
      policies: [allow, { ...deny, policyId: 'd' }].map((one) => readPolicy(one)),
      rootQuorum: { threshold: 1, userIds: ['root'] },
    };
    expect(predict(rules, questionOf(few)).kind).toBe('refused');
    expect(predict(rules, questionOf(endless))).toEqual({
      kind: 'unknown',
      causes: ['unpublished'],
    });
  });

  test('error: typed data among several payloads isn’t known, bytes are nothing', () => {
    const { payload, ...others } = few;
    expect(signedFacts({ ...others, payloads: [payload] }, undefined)).toBeUndefined();
    const bytes = { ...others, encoding: 'PAYLOAD_ENCODING_HEXADECIMAL', payloads: [USDC, DAI] };
    expect(signedFacts(bytes, undefined)).toEqual({ as: undefined, names: {}, unknown: [] });
  });
});
