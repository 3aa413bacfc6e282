// Questions: what lets them through, what is asked again, and what is told.
import { describe, expect, test } from 'vitest';
import type { Exchanged, Outgoing } from '../../src/activities/exchange.ts';
import { createQueries, textOf, type Target } from '../../src/activities/queries.ts';
import { createSeeker, targetOf } from '../../src/activities/seek.ts';
import { KeystampError, type ErrorCode } from '../../src/protocol/errors.ts';
import { QUERY_FOR } from '../../src/protocol/operations.ts';

const TARGET: Target = {
  profileId: 'profile',
  baseUrl: 'https://service.example',
  organizationId: '11111111-1111-4111-8111-111111111111',
  keyId: 'key',
};
const STAMP = { header: 'X-Stamp', value: 'made' };
const WHOAMI = QUERY_FOR.identity;
const IDENTITY = {
  organizationId: TARGET.organizationId,
  organizationName: 'Org',
  userId: '22222222-2222-4222-8222-222222222222',
  username: 'User',
};

type Said = unknown;
const failing = (code: ErrorCode, detail?: object) => new KeystampError(code, undefined, detail);

/** Answers come one after the other; errors among them are verdicts. */
function asker(said: readonly Said[], { leftMs = 0 }: { leftMs?: number } = {}) {
  const left = [...said];
  const sent: Outgoing[] = [];
  const slept: number[] = [];
  const stamped: string[] = [];
  const refused: Target[] = [];
  let accepted = 0;
  const queries = createQueries({
    exchange: async (_place, outgoing): Promise<Exchanged> => {
      sent.push(outgoing);
      const next = left.shift();
      const verdict =
        next instanceof KeystampError
          ? ({ kind: 'refused', error: next } as const)
          : ({ kind: 'answer', value: next } as const);
      return { verdict, accepted: () => (accepted += 1) };
    },
    pacing: { leftOf: () => leftMs },
    stamp: async (_target, body) => {
      stamped.push(body);
      return STAMP;
    },
    refused: async (target) => void refused.push(target),
    random: () => 1,
    sleep: async (ms) => void slept.push(ms),
  });
  return { queries, sent, slept, stamped, refused, accepted: () => accepted };
}

describe('a question', () => {
  test('behavior: is stamped over its exact body, and its clock counts once it is read', async () => {
    const { queries, sent, stamped, accepted, slept } = asker([IDENTITY]);
    expect(await queries.ask(TARGET, WHOAMI, {})).toMatchObject(IDENTITY);
    const body = textOf(TARGET, WHOAMI, {});
    expect(stamped).toEqual([body]);
    expect(sent).toEqual([{ priority: 'user', path: WHOAMI.path, body, stamp: STAMP }]);
    expect(accepted()).toBe(1);
    expect(slept).toEqual([]);
  });

  test('behavior: in the background, or by a stamp that is there already', async () => {
    const { queries, sent, stamped } = asker([IDENTITY, IDENTITY]);
    await queries.ask(TARGET, WHOAMI, {}, 'background');
    const by = { header: 'X-Stamp-Webauthn', value: 'passkey' };
    await queries.askText(TARGET, WHOAMI, '{}', { priority: 'user', by });
    expect(sent.map(({ priority, stamp }) => [priority, stamp])).toEqual([
      ['background', STAMP],
      ['user', by],
    ]);
    expect(stamped).toHaveLength(1);
  });

  test('behavior: an exact body is asked for the user unless told otherwise', async () => {
    const { queries, sent } = asker([IDENTITY]);
    await queries.askText(TARGET, WHOAMI, '{}');
    expect(sent[0]).toMatchObject({ priority: 'user', body: '{}' });
  });

  test('error: an answer of another form, whose clock does not count', async () => {
    const { queries, accepted, sent } = asker([{ userId: 7 }]);
    await expect(queries.ask(TARGET, WHOAMI, {})).rejects.toMatchObject({
      code: 'service_malformed',
    });
    expect(accepted()).toBe(0);
    expect(sent).toHaveLength(1);
  });

  test('error: parameters that the row does not take are named', () => {
    expect(() => textOf(TARGET, QUERY_FOR.activity, {})).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        detail: expect.objectContaining({ field: 'parameters.activityId' }),
      }),
    );
  });
});

describe('a question that failed', () => {
  const AGAIN = [
    failing('service_unavailable'),
    failing('service_unreachable'),
    failing('rate_limited'),
    failing('rate_limited', { waitMs: 5000 }),
  ];
  test.each(AGAIN)('behavior: %s is asked again, the same bytes, twice at most', async (error) => {
    const once = asker([error, error, IDENTITY]);
    expect(await once.queries.ask(TARGET, WHOAMI, {})).toMatchObject(IDENTITY);
    expect(new Set(once.sent.map(({ body }) => body)).size).toBe(1);
    expect(once.slept).toHaveLength(2);
    expect(once.slept[1]).toBeGreaterThan(once.slept[0] ?? 0);
    const thrice = asker([error, error, error, IDENTITY]);
    await expect(thrice.queries.ask(TARGET, WHOAMI, {})).rejects.toMatchObject({
      code: error.code,
    });
    expect(thrice.sent).toHaveLength(3);
    expect(thrice.slept).toHaveLength(2);
  });

  const NEVER = [
    failing('service_error'),
    failing('service_timeout'),
    failing('unauthenticated'),
    failing('rate_limited', { waitMs: 5001 }),
  ];
  test.each(NEVER)('error: %s is told at once', async (error) => {
    const { queries, sent, slept, refused } = asker([error, IDENTITY]);
    await expect(queries.ask(TARGET, WHOAMI, {})).rejects.toBe(error);
    expect(sent).toHaveLength(1);
    expect(slept).toEqual([]);
    expect(refused).toEqual([]);
  });

  test('error: what is no error of ours is not asked again', async () => {
    const { queries, sent } = asker([]);
    const broken = createQueries({
      exchange: async () => {
        sent.push({} as Outgoing);
        throw new TypeError('broken');
      },
      pacing: { leftOf: () => 0 },
      stamp: async () => STAMP,
      refused: async () => {},
      random: () => 1,
      sleep: async () => {},
    });
    await expect(broken.ask(TARGET, WHOAMI, {})).rejects.toThrow(TypeError);
    expect(sent).toHaveLength(1);
    expect(queries).toBeDefined();
  });
});

describe('a pause', () => {
  test('behavior: up to five seconds are waited for, elsewhere', async () => {
    const { queries, sent } = asker([IDENTITY], { leftMs: 5000 });
    await queries.ask(TARGET, WHOAMI, {});
    expect(sent).toHaveLength(1);
  });

  test('error: longer ones are told, and nothing is stamped or sent', async () => {
    const { queries, sent, stamped } = asker([IDENTITY], { leftMs: 5001 });
    await expect(queries.ask(TARGET, WHOAMI, {})).rejects.toMatchObject({
      code: 'rate_limited',
      detail: { waitMs: 5001 },
    });
    expect([sent, stamped]).toEqual([[], []]);
  });
});

describe('a read session that counts no more', () => {
  const bySession: Target = { ...TARGET, keyId: null };
  const error = failing('unauthenticated', { serviceMessage: 'expired' });

  test('error: is forgotten, and a gesture is asked for', async () => {
    const { queries, refused } = asker([error]);
    await expect(queries.ask(bySession, WHOAMI, {})).rejects.toMatchObject({
      code: 'look_needed',
      detail: { serviceMessage: 'expired' },
    });
    expect(refused).toEqual([bySession]);
  });

  test('error: a stamp that was refused is no session', async () => {
    const { queries, refused } = asker([error]);
    const manner = { priority: 'user', by: STAMP } as const;
    await expect(queries.askText(bySession, WHOAMI, '{}', manner)).rejects.toBe(error);
    expect(refused).toEqual([]);
  });

  test('error: nor is another refusal the end of it', async () => {
    const other = failing('service_error');
    const { queries, refused } = asker([other]);
    await expect(queries.ask(bySession, WHOAMI, {})).rejects.toBe(other);
    expect(refused).toEqual([]);
  });
});

describe('looking for an activity', () => {
  const AT = 1_763_700_000_000;
  const record = {
    ...TARGET,
    type: 'ACTIVITY_TYPE_UPDATE_WALLET',
    fingerprint: 'sha256:sought',
    timestampMs: AT,
  } as Parameters<ReturnType<typeof createSeeker>['byFingerprint']>[0];
  /** Ids that sort and compare as themselves: a page goes on after one. */
  const idOf = (name: string) =>
    `00000000-0000-4000-8000-${Buffer.from(name).toString('hex').padStart(12, '0').slice(-12)}`;
  const activity = (id: string, more: object = {}) => ({
    id: idOf(id),
    organizationId: TARGET.organizationId,
    status: 'ACTIVITY_STATUS_COMPLETED',
    type: record.type,
    fingerprint: `sha256:${id}`,
    createdAt: { seconds: String(AT / 1000), nanos: '0' },
    ...more,
  });
  const page = (name: string, length = 100, more: object = {}) => ({
    activities: Array.from({ length }, (_, at) => activity(`${name}-${at}`, more)),
  });
  const parametersOfSent = (sent: readonly Outgoing[]) =>
    sent.map(({ body }) => {
      const { organizationId, ...parameters } = JSON.parse(body) as Record<string, unknown>;
      expect(organizationId).toBe(TARGET.organizationId);
      return parameters;
    });

  test('behavior: by its id, in the background', async () => {
    const { queries, sent } = asker([{ activity: activity('one') }]);
    const id = '33333333-3333-4333-8333-333333333333';
    expect((await createSeeker(queries).poll(record, id)).activity.id).toBe(idOf('one'));
    expect(sent[0]).toMatchObject({ priority: 'background', path: QUERY_FOR.activity.path });
    expect(parametersOfSent(sent)).toEqual([{ activityId: id }]);
    expect(targetOf(record)).toEqual(TARGET);
  });

  test('behavior: by its fingerprint, page after page of its type', async () => {
    const sought = activity('sought', { fingerprint: 'sha256:sought' });
    const { queries, sent } = asker([page('a'), { activities: [activity('b'), sought] }]);
    const found = await createSeeker(queries).byFingerprint(record);
    expect(found?.activity.id).toBe(idOf('sought'));
    const filterByType = [record.type];
    expect(parametersOfSent(sent)).toEqual([
      { filterByType, paginationOptions: { limit: '100' } },
      { filterByType, paginationOptions: { limit: '100', after: idOf('a-99') } },
    ]);
  });

  test.each([
    ['an empty list', [{ activities: [] }]],
    ['a page that is not full', [page('a'), page('b', 99)]],
    [
      'a page that is older by more than ten minutes',
      [page('a', 100, { createdAt: { seconds: String(AT / 1000 - 601), nanos: '0' } })],
    ],
  ])('behavior: it is not there after %s', async (_, pages) => {
    const { queries, sent } = asker(pages);
    expect(await createSeeker(queries).byFingerprint(record)).toBeUndefined();
    expect(sent).toHaveLength(pages.length);
  });

  test('behavior: ten minutes older, or without a time, may have it behind', async () => {
    const older = { createdAt: { seconds: String(AT / 1000 - 600), nanos: '0' } };
    const pages = [page('a', 100, older), page('b', 100, { createdAt: undefined }), page('c', 0)];
    const { queries, sent } = asker(pages);
    expect(await createSeeker(queries).byFingerprint(record)).toBeUndefined();
    expect(sent).toHaveLength(3);
  });

  test('error: a list that does not end, or does not move on, proves nothing', async () => {
    const endless = asker(Array.from({ length: 30 }, (_, at) => page(`p${at}`)));
    await expect(createSeeker(endless.queries).byFingerprint(record)).rejects.toMatchObject({
      code: 'outcome_unknown',
    });
    expect(endless.sent).toHaveLength(20);
    const still = asker([page('a'), page('a'), page('a')]);
    await expect(createSeeker(still.queries).byFingerprint(record)).rejects.toMatchObject({
      code: 'outcome_unknown',
    });
    expect(still.sent).toHaveLength(2);
  });
});
