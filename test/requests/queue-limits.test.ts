import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SiteRequest } from '../../src/requests/request-record.ts';
import { bytesOf, pack, unpack } from '../../src/requests/packed-request.ts';
import {
  MAX_PENDING_BYTES,
  MAX_PENDING_BYTES_OF_ALL,
  findEvictions,
} from '../../src/requests/queue-limits.ts';
import { MAX_PENDING, MAX_PENDING_OF_ALL } from '../../src/protocol/page-api.ts';

type RequestFacts = {
  readonly group?: string;
  readonly tabId?: number;
  readonly away?: boolean;
  readonly clicked?: boolean;
  readonly stranger?: boolean;
  readonly bytes?: number;
  readonly state?: SiteRequest['state'];
};
let ids = 0;
function createRequest(facts: RequestFacts): SiteRequest {
  const { group = 'a.example', tabId = ++ids, away = false, clicked = false } = facts;
  const { stranger = false, bytes = 0, state = 'pending' } = facts;
  const id = `id ${++ids}`;
  const rest = {
    privateWindow: false,
    name: id,
    requestDigest: '',
    at: 1,
    preparedBody: null,
    stampMethod: null,
  };
  const requested = stranger
    ? ({ kind: 'connect', operations: ['get_api_key'], reason: null } as const)
    : ({
        kind: 'operation',
        operation: 'update_wallet',
        profileId: 'p',
        parameters: { text: 'x'.repeat(bytes) },
        open: [],
      } as const);
  const documentHandle = { bridgeId: id, tabId, documentId: null };
  const awayAt = away ? 1 : null;
  return {
    asker: 'site',
    id,
    origin: `https://x.${group}`,
    group,
    clicked,
    documentHandle,
    awayAt,
    requested,
    state,
    ...rest,
  };
}
const createRequests = (count: number, facts: RequestFacts) =>
  Array.from({ length: count }, () => createRequest(facts));

describe('findEvictions', () => {
  test('behavior: limited per site group and per tab', () => {
    const full = createRequests(MAX_PENDING, { group: 'a.example' });
    expect(findEvictions(createRequest({ group: 'a.example' }), full)).toBeUndefined();
    expect(findEvictions(createRequest({ group: 'b.example' }), full)).toEqual([]);
    const tab = Array.from({ length: MAX_PENDING }, (_, at) =>
      createRequest({ group: `g${at}.example`, tabId: 1 }),
    );
    expect(findEvictions(createRequest({ group: 'b.example', tabId: 1 }), tab)).toBeUndefined();
    expect(findEvictions(createRequest({ group: 'b.example', tabId: 2 }), tab)).toEqual([]);
  });

  test('behavior: requests whose page went away make room first, within their own share', () => {
    const left = createRequest({ away: true });
    const full = [...createRequests(MAX_PENDING - 1, {}), left];
    expect(findEvictions(createRequest({}), full)).toEqual([left.id]);
    const done = full.map((one) => (one === left ? { ...one, state: 'submitting' as const } : one));
    expect(findEvictions(createRequest({}), done)).toBeUndefined();
  });

  test('behavior: of those that went away, the oldest go, and no more than are needed', () => {
    const left = createRequests(2, { away: true });
    const full = [...left, ...createRequests(MAX_PENDING - 2, {})];
    expect(findEvictions(createRequest({}), full)).toEqual([left[0]?.id]);
    const sites = createRequests(MAX_PENDING_OF_ALL, {}).map((one, at) => ({
      ...one,
      group: `g${at}.example`,
      awayAt: at === 3 || at === 5 ? 1 : null,
    }));
    expect(findEvictions(createRequest({ group: 'n.example' }), sites)).toEqual([sites[3]?.id]);
  });

  test('behavior: requests without a document share no tab', () => {
    const all = Array.from({ length: MAX_PENDING }, (_, at) => ({
      ...createRequest({ group: `g${at}.example` }),
      documentHandle: null,
    }));
    const newcomer = createRequest({ group: 'n.example' });
    expect(findEvictions({ ...newcomer, documentHandle: null }, all)).toEqual([]);
    expect(findEvictions(newcomer, all)).toEqual([]);
  });

  /** Takes exactly this much. */
  const sized = (size: number, facts: RequestFacts = {}) =>
    createRequest({ bytes: size - bytesOf(createRequest({})), ...facts });

  test('behavior: a site has its bytes, to the last one; a tab has none of its own', () => {
    const half = MAX_PENDING_BYTES / 2;
    expect(findEvictions(sized(half), [sized(half)])).toEqual([]);
    expect(findEvictions(sized(half + 1), [sized(half)])).toBeUndefined();
    const inTab = { group: 'b.example', tabId: 1 };
    expect(findEvictions(sized(half + 1), [sized(half, inTab)])).toEqual([]);
    const other = sized(half, { tabId: 1 });
    expect(findEvictions(sized(half + 1, inTab), [other])).toEqual([]);
  });

  test('behavior: all sites together have theirs, and who has most of them gives way', () => {
    const part = MAX_PENDING_BYTES_OF_ALL / 8;
    const all = Array.from({ length: 7 }, (_, at) => sized(part, { group: `g${at}.example` }));
    const newcomer = { group: 'n.example' };
    expect(findEvictions(sized(part, newcomer), all)).toEqual([]);
    expect(findEvictions(sized(part + 1, newcomer), all)).toBeUndefined();
    const [first, second, ...others] = all;
    if (!first || !second) throw new Error('seven wait');
    const twice = [first, { ...second, group: first.group }, ...others];
    expect(findEvictions(sized(part + 1, newcomer), twice)).toBeUndefined();
    const small = [...twice, sized(part / 2, { group: 'small.example' })];
    expect(findEvictions(sized(part / 2 + 1, newcomer), small)).toEqual([second.id]);
  });

  test('behavior: the site with most requests gives the newest of its least important ones', () => {
    const [x, y, z] = [{}, { clicked: true }, {}].map((facts) =>
      createRequest({ group: 'most.example', ...facts }),
    );
    const others = Array.from({ length: MAX_PENDING_OF_ALL - 2 }, (_, at) =>
      createRequest({ group: `g${at}.example`, clicked: true }),
    );
    const newcomer = createRequest({ group: 'n.example' });
    if (!x || !y || !z) throw new Error('three wait');
    expect(findEvictions(newcomer, [x, y, ...others])).toEqual([x.id]);
    expect(findEvictions(newcomer, [y, x, ...others])).toEqual([x.id]);
    expect(findEvictions(newcomer, [x, z, ...others])).toEqual([z.id]);
    const approved = [x, z].map((one) => ({ ...one, state: 'submitting' as const }));
    expect(findEvictions(newcomer, [...approved, ...others])).toBeUndefined();
  });

  test('error: a stranger takes no slot from forty sites with one each; a click beats no click', () => {
    const all = Array.from({ length: MAX_PENDING_OF_ALL }, (_, at) =>
      createRequest({ group: `g${at}.example`, stranger: true, clicked: at > 0 }),
    );
    expect(
      findEvictions(createRequest({ group: 'n.example', stranger: true }), all),
    ).toBeUndefined();
    const clicked = createRequest({ group: 'n.example', stranger: true, clicked: true });
    expect(findEvictions(clicked, all)).toEqual([all[0]?.id]);
    expect(findEvictions(createRequest({ group: 'n.example' }), all)).toEqual([all[0]?.id]);
    const connected = all.map((one) => ({ ...createRequest({ group: one.group, clicked: true }) }));
    expect(findEvictions(clicked, connected)).toBeUndefined();
  });

  test('behavior: whatever comes, nothing exceeds a limit, and no smaller share pays for a larger one', () => {
    const facts = fc.record({
      group: fc.constantFrom(...Array.from({ length: 12 }, (_, at) => `g${at}.example`)),
      tabId: fc.integer({ min: 1, max: 30 }),
      away: fc.boolean(),
      clicked: fc.boolean(),
      stranger: fc.boolean(),
      bytes: fc.constantFrom(0, 1000, 100_000, 250_000),
    });
    fc.assert(
      fc.property(fc.array(facts, { maxLength: 120 }), (all) => {
        let held: readonly SiteRequest[] = [];
        const share = (group: string) => held.filter((one) => one.group === group).length;
        for (const one of all.map(createRequest)) {
          const gone = findEvictions(one, held);
          if (!gone) continue;
          for (const id of gone) {
            const victim = held.find((other) => other.id === id);
            if (!victim) throw new Error('dropped what does not wait');
            expect(victim.awayAt !== null || victim.group !== one.group).toBe(true);
          }
          held = [...held.filter(({ id }) => !gone.includes(id)), one];
          expect(share(one.group)).toBeLessThanOrEqual(MAX_PENDING);
          expect(held.length).toBeLessThanOrEqual(MAX_PENDING_OF_ALL);
          const bytes = held.reduce((sum, other) => sum + bytesOf(other), 0);
          expect(bytes).toBeLessThanOrEqual(MAX_PENDING_BYTES_OF_ALL);
          const own = held.filter(({ group }) => group === one.group);
          expect(own.reduce((sum, other) => sum + bytesOf(other), 0)).toBeLessThanOrEqual(
            MAX_PENDING_BYTES,
          );
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('pack', () => {
  const body = JSON.stringify({
    type: 'T',
    timestampMs: '1',
    organizationId: 'o',
    parameters: { a: 1, b: ['ä'] },
  });
  const draft = {
    operation: 'update_wallet',
    path: '/p',
    type: 'T',
    profileId: 'p',
    organizationId: 'o',
    keyId: null,
    baseUrl: 'https://s.example',
    requestDigest: 'd',
    timestampMs: 1,
    parameters: { a: 1, b: ['ä'] },
    body,
  };
  const operation = createRequest({});
  const withParameters = (parameters: object) =>
    ({ ...operation.requested, parameters }) as SiteRequest['requested'];

  test.each<[string, SiteRequest]>([
    ['a connection request', createRequest({ stranger: true })],
    ['an operation', createRequest({ bytes: 10 })],
    [
      'an activity that was shown',
      {
        ...operation,
        requested: withParameters(draft.parameters),
        preparedBody: { body, digest: 'd', at: 1, draft, baseUrl: 'https://service.example' },
      },
    ],
    [
      'a query that was shown',
      {
        ...operation,
        requested: withParameters({ userId: 'u', parameters: 'p' }),
        preparedBody: {
          body: JSON.stringify({ organizationId: 'o', userId: 'u', parameters: 'p' }),
          digest: 'd',
          at: 1,
          draft: null,
          baseUrl: 'https://service.example',
        },
      },
    ],
  ])('behavior: %s survives unchanged', (_, one) => {
    const stored = JSON.parse(JSON.stringify(pack(one))) as ReturnType<typeof pack>;
    expect(unpack(stored)).toEqual(one);
    expect(bytesOf(one)).toBeGreaterThan(JSON.stringify(stored).length - 600);
  });
});
