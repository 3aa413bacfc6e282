import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Approval } from '../../src/messaging/page/approvals.ts';
import { bytesOf, pack, unpack } from '../../src/messaging/page/packed.ts';
import {
  MOST_PENDING_BYTES,
  MOST_PENDING_BYTES_OF_ALL,
  roomFor,
} from '../../src/messaging/page/slots.ts';
import { MOST_PENDING, MOST_PENDING_OF_ALL } from '../../src/protocol/page.ts';

type Facts = {
  readonly group?: string;
  readonly tabId?: number;
  readonly away?: boolean;
  readonly clicked?: boolean;
  readonly stranger?: boolean;
  readonly bytes?: number;
  readonly state?: Approval['state'];
};
let ids = 0;
function waits(facts: Facts): Approval {
  const { group = 'a.example', tabId = ++ids, away = false, clicked = false } = facts;
  const { stranger = false, bytes = 0, state = 'asking' } = facts;
  const id = `id ${++ids}`;
  const rest = { privateWindow: false, name: id, asked: '', at: 1, made: null, by: null };
  const wish = stranger
    ? ({ kind: 'connect', operations: ['get_api_key'], reason: null } as const)
    : ({
        kind: 'operation',
        operation: 'update_wallet',
        profileId: 'p',
        parameters: { text: 'x'.repeat(bytes) },
      } as const);
  const seat = { seat: id, tabId, documentId: null };
  const awayAt = away ? 1 : null;
  return { id, origin: `https://x.${group}`, group, clicked, seat, awayAt, wish, state, ...rest };
}
const many = (count: number, facts: Facts) => Array.from({ length: count }, () => waits(facts));

describe('roomFor', () => {
  test('behavior: so many of a site group, and of a tab', () => {
    const full = many(MOST_PENDING, { group: 'a.example' });
    expect(roomFor(waits({ group: 'a.example' }), full)).toBeUndefined();
    expect(roomFor(waits({ group: 'b.example' }), full)).toEqual([]);
    const tab = Array.from({ length: MOST_PENDING }, (_, at) =>
      waits({ group: `g${at}.example`, tabId: 1 }),
    );
    expect(roomFor(waits({ group: 'b.example', tabId: 1 }), tab)).toBeUndefined();
    expect(roomFor(waits({ group: 'b.example', tabId: 2 }), tab)).toEqual([]);
  });

  test('behavior: what was left makes room first, within its own share', () => {
    const left = waits({ away: true });
    const full = [...many(MOST_PENDING - 1, {}), left];
    expect(roomFor(waits({}), full)).toEqual([left.id]);
    const done = full.map((one) => (one === left ? { ...one, state: 'performing' as const } : one));
    expect(roomFor(waits({}), done)).toBeUndefined();
  });

  test('error: of forty sites with one each, a stranger takes nobody’s; a click stands before none', () => {
    const all = Array.from({ length: MOST_PENDING_OF_ALL }, (_, at) =>
      waits({ group: `g${at}.example`, stranger: true, clicked: at > 0 }),
    );
    expect(roomFor(waits({ group: 'n.example', stranger: true }), all)).toBeUndefined();
    const clicked = waits({ group: 'n.example', stranger: true, clicked: true });
    expect(roomFor(clicked, all)).toEqual([all[0]?.id]);
    expect(roomFor(waits({ group: 'n.example' }), all)).toEqual([all[0]?.id]);
    const connected = all.map((one) => ({ ...waits({ group: one.group, clicked: true }) }));
    expect(roomFor(clicked, connected)).toBeUndefined();
  });

  test('behavior: whatever comes, nobody passes a bound and no smaller share pays for a larger one', () => {
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
        let held: readonly Approval[] = [];
        const share = (group: string) => held.filter((one) => one.group === group).length;
        for (const one of all.map(waits)) {
          const gone = roomFor(one, held);
          if (!gone) continue;
          for (const id of gone) {
            const victim = held.find((other) => other.id === id);
            if (!victim) throw new Error('dropped what does not wait');
            expect(victim.awayAt !== null || victim.group !== one.group).toBe(true);
          }
          held = [...held.filter(({ id }) => !gone.includes(id)), one];
          expect(share(one.group)).toBeLessThanOrEqual(MOST_PENDING);
          expect(held.length).toBeLessThanOrEqual(MOST_PENDING_OF_ALL);
          const bytes = held.reduce((sum, other) => sum + bytesOf(other), 0);
          expect(bytes).toBeLessThanOrEqual(MOST_PENDING_BYTES_OF_ALL);
          const own = held.filter(({ group }) => group === one.group);
          expect(own.reduce((sum, other) => sum + bytesOf(other), 0)).toBeLessThanOrEqual(
            MOST_PENDING_BYTES,
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
    asked: 'd',
    timestampMs: 1,
    parameters: { a: 1, b: ['ä'] },
    body,
  };
  const operation = waits({});
  const wished = (parameters: object) => ({ ...operation.wish, parameters }) as Approval['wish'];

  test.each<[string, Approval]>([
    ['a wish to connect', waits({ stranger: true })],
    ['an operation', waits({ bytes: 10 })],
    [
      'an activity that was shown',
      {
        ...operation,
        wish: wished(draft.parameters),
        made: { body, digest: 'd', at: 1, draft },
      },
    ],
    [
      'a question that was shown',
      {
        ...operation,
        wish: wished({ userId: 'u', parameters: 'p' }),
        made: {
          body: JSON.stringify({ organizationId: 'o', userId: 'u', parameters: 'p' }),
          digest: 'd',
          at: 1,
          draft: null,
        },
      },
    ],
  ])('behavior: %s comes back as it was', (_, one) => {
    const stored = JSON.parse(JSON.stringify(pack(one))) as ReturnType<typeof pack>;
    expect(unpack(stored)).toEqual(one);
    expect(bytesOf(one)).toBeGreaterThan(JSON.stringify(stored).length - 600);
  });
});
