// Queries: what authenticates them, what is repeated, and what is passed on.
import { describe, expect, test } from 'vitest';
import type { ExchangeResult, OutgoingRequest } from '../../src/activities/exchange.ts';
import { createQueries, buildQueryBody, type QueryTarget } from '../../src/activities/queries.ts';
import { createActivityFinder, targetOfEntry } from '../../src/activities/outbox/find-activity.ts';
import { KeystampError, type ErrorCode } from '../../src/protocol/errors.ts';
import { BUILT_IN_QUERIES } from '../../src/protocol/operations.ts';

const TARGET: QueryTarget = {
  profileId: 'profile',
  baseUrl: 'https://service.example',
  organizationId: '11111111-1111-4111-8111-111111111111',
  keyId: 'key',
};
const STAMP = { header: 'X-Stamp', value: 'made' };
const WHOAMI = BUILT_IN_QUERIES.identity;
const IDENTITY = {
  organizationId: TARGET.organizationId,
  organizationName: 'Org',
  userId: '22222222-2222-4222-8222-222222222222',
  username: 'User',
};

type Answer = unknown;
const failing = (code: ErrorCode, detail?: object) => new KeystampError(code, undefined, detail);

/** Replies come one after the other. Errors among them become outcomes. */
function createAsker(answers: readonly Answer[], { leftMs = 0 }: { leftMs?: number } = {}) {
  const remaining = [...answers];
  const sent: OutgoingRequest[] = [];
  const slept: number[] = [];
  const stamped: string[] = [];
  const refused: QueryTarget[] = [];
  let accepted = 0;
  const queries = createQueries({
    exchange: async (_place, outgoing): Promise<ExchangeResult> => {
      sent.push(outgoing);
      const next = remaining.shift();
      const outcome =
        next instanceof KeystampError
          ? ({ kind: 'refused', error: next } as const)
          : ({ kind: 'answer', value: next } as const);
      return { outcome, markVerified: () => (accepted += 1) };
    },
    pacing: { pauseLeftMs: () => leftMs },
    stamp: async (_target, body) => {
      stamped.push(body);
      return STAMP;
    },
    onSessionRefused: async (target) => void refused.push(target),
    random: () => 1,
    sleep: async (ms) => void slept.push(ms),
  });
  return { queries, sent, slept, stamped, refused, accepted: () => accepted };
}

describe('a query', () => {
  test('behavior: is stamped over its exact body, and its clock counts once it is parsed', async () => {
    const { queries, sent, stamped, accepted, slept } = createAsker([IDENTITY]);
    expect(await queries.ask(TARGET, WHOAMI, {})).toMatchObject(IDENTITY);
    const body = buildQueryBody(TARGET, WHOAMI, {});
    expect(stamped).toEqual([body]);
    expect(sent).toEqual([{ priority: 'user', path: WHOAMI.path, body, stamp: STAMP }]);
    expect(accepted()).toBe(1);
    expect(slept).toEqual([]);
  });

  test('behavior: in the background, or with an existing stamp', async () => {
    const { queries, sent, stamped } = createAsker([IDENTITY, IDENTITY]);
    await queries.ask(TARGET, WHOAMI, {}, 'background');
    const by = { header: 'X-Stamp-Webauthn', value: 'passkey' };
    await queries.askWithBody(TARGET, WHOAMI, '{}', { priority: 'user', passkeyStamp: by });
    expect(sent.map(({ priority, stamp }) => [priority, stamp])).toEqual([
      ['background', STAMP],
      ['user', by],
    ]);
    expect(stamped).toHaveLength(1);
  });

  test('behavior: an exact body is sent with user priority by default', async () => {
    const { queries, sent } = createAsker([IDENTITY]);
    await queries.askWithBody(TARGET, WHOAMI, '{}');
    expect(sent[0]).toMatchObject({ priority: 'user', body: '{}' });
  });

  test('error: a reply of another form, whose clock doesn’t count', async () => {
    const { queries, accepted, sent } = createAsker([{ userId: 7 }]);
    await expect(queries.ask(TARGET, WHOAMI, {})).rejects.toMatchObject({
      code: 'service_malformed',
    });
    expect(accepted()).toBe(0);
    expect(sent).toHaveLength(1);
  });

  test('error: parameters that the row doesn’t accept are named', () => {
    expect(() => buildQueryBody(TARGET, BUILT_IN_QUERIES.activity, {})).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        detail: expect.objectContaining({ field: 'parameters.activityId' }),
      }),
    );
  });
});

describe('a failed query', () => {
  const RETRIED = [
    failing('service_unavailable'),
    failing('service_unreachable'),
    failing('rate_limited'),
    failing('rate_limited', { waitMs: 5000 }),
  ];
  test.each(RETRIED)(
    'behavior: %s is repeated with the same bytes, twice at most',
    async (error) => {
      const once = createAsker([error, error, IDENTITY]);
      expect(await once.queries.ask(TARGET, WHOAMI, {})).toMatchObject(IDENTITY);
      expect(new Set(once.sent.map(({ body }) => body)).size).toBe(1);
      expect(once.slept).toHaveLength(2);
      expect(once.slept[1]).toBeGreaterThan(once.slept[0] ?? 0);
      const thrice = createAsker([error, error, error, IDENTITY]);
      await expect(thrice.queries.ask(TARGET, WHOAMI, {})).rejects.toMatchObject({
        code: error.code,
      });
      expect(thrice.sent).toHaveLength(3);
      expect(thrice.slept).toHaveLength(2);
    },
  );

  const NOT_RETRIED = [
    failing('service_error'),
    failing('service_timeout'),
    failing('unauthenticated'),
    failing('rate_limited', { waitMs: 5001 }),
  ];
  test.each(NOT_RETRIED)('error: %s is passed on immediately', async (error) => {
    const { queries, sent, slept, refused } = createAsker([error, IDENTITY]);
    await expect(queries.ask(TARGET, WHOAMI, {})).rejects.toBe(error);
    expect(sent).toHaveLength(1);
    expect(slept).toEqual([]);
    expect(refused).toEqual([]);
  });

  test('error: an error that isn’t ours isn’t repeated', async () => {
    const { queries, sent } = createAsker([]);
    const broken = createQueries({
      exchange: async () => {
        sent.push({} as OutgoingRequest);
        throw new TypeError('broken');
      },
      pacing: { pauseLeftMs: () => 0 },
      stamp: async () => STAMP,
      onSessionRefused: async () => {},
      random: () => 1,
      sleep: async () => {},
    });
    await expect(broken.ask(TARGET, WHOAMI, {})).rejects.toThrow(TypeError);
    expect(sent).toHaveLength(1);
    expect(queries).toBeDefined();
  });
});

describe('a pause', () => {
  test('behavior: a query may wait up to five seconds', async () => {
    const { queries, sent } = createAsker([IDENTITY], { leftMs: 5000 });
    await queries.ask(TARGET, WHOAMI, {});
    expect(sent).toHaveLength(1);
  });

  test('error: a longer one is passed on, and nothing is stamped or sent', async () => {
    const { queries, sent, stamped } = createAsker([IDENTITY], { leftMs: 5001 });
    await expect(queries.ask(TARGET, WHOAMI, {})).rejects.toMatchObject({
      code: 'rate_limited',
      detail: { waitMs: 5001 },
    });
    expect([sent, stamped]).toEqual([[], []]);
  });
});

describe('a read session that no longer counts', () => {
  const sessionTarget: QueryTarget = { ...TARGET, keyId: null };
  const error = failing('unauthenticated', { serviceMessage: 'expired' });

  test('error: is dropped, and a gesture is needed', async () => {
    const { queries, refused } = createAsker([error]);
    await expect(queries.ask(sessionTarget, WHOAMI, {})).rejects.toMatchObject({
      code: 'read_session_needed',
      detail: { serviceMessage: 'expired' },
    });
    expect(refused).toEqual([sessionTarget]);
  });

  test('error: a refused stamp isn’t a session', async () => {
    const { queries, refused } = createAsker([error]);
    const options = { priority: 'user', passkeyStamp: STAMP } as const;
    await expect(queries.askWithBody(sessionTarget, WHOAMI, '{}', options)).rejects.toBe(error);
    expect(refused).toEqual([]);
  });

  test('error: other refusals don’t end it', async () => {
    const other = failing('service_error');
    const { queries, refused } = createAsker([other]);
    await expect(queries.ask(sessionTarget, WHOAMI, {})).rejects.toBe(other);
    expect(refused).toEqual([]);
  });
});

describe('finding an activity', () => {
  const AT = 1_763_700_000_000;
  const record = {
    ...TARGET,
    type: 'ACTIVITY_TYPE_UPDATE_WALLET',
    fingerprint: 'sha256:sought',
    timestampMs: AT,
  } as Parameters<ReturnType<typeof createActivityFinder>['findByFingerprint']>[0];
  /** Ids that sort and compare like their names, so that a page continues after one. */
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
  const parametersOfSent = (sent: readonly OutgoingRequest[]) =>
    sent.map(({ body }) => {
      const { organizationId, ...parameters } = JSON.parse(body) as Record<string, unknown>;
      expect(organizationId).toBe(TARGET.organizationId);
      return parameters;
    });

  test('behavior: by its id, in the background', async () => {
    const { queries, sent } = createAsker([{ activity: activity('one') }]);
    const id = '33333333-3333-4333-8333-333333333333';
    expect((await createActivityFinder(queries).poll(record, id)).activity.id).toBe(idOf('one'));
    expect(sent[0]).toMatchObject({ priority: 'background', path: BUILT_IN_QUERIES.activity.path });
    expect(parametersOfSent(sent)).toEqual([{ activityId: id }]);
    expect(targetOfEntry(record)).toEqual(TARGET);
  });

  test('behavior: by its fingerprint, page by page of its type', async () => {
    const sought = activity('sought', { fingerprint: 'sha256:sought' });
    const { queries, sent } = createAsker([page('a'), { activities: [activity('b'), sought] }]);
    const found = await createActivityFinder(queries).findByFingerprint(record);
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
  ])('behavior: it isn’t there after %s', async (_, pages) => {
    const { queries, sent } = createAsker(pages);
    expect(await createActivityFinder(queries).findByFingerprint(record)).toBeUndefined();
    expect(sent).toHaveLength(pages.length);
  });

  test('behavior: ten minutes older, or without a time, may have it further back', async () => {
    const older = { createdAt: { seconds: String(AT / 1000 - 600), nanos: '0' } };
    const pages = [page('a', 100, older), page('b', 100, { createdAt: undefined }), page('c', 0)];
    const { queries, sent } = createAsker(pages);
    expect(await createActivityFinder(queries).findByFingerprint(record)).toBeUndefined();
    expect(sent).toHaveLength(3);
  });

  test('error: a list that doesn’t end or advance proves nothing', async () => {
    const endless = createAsker(Array.from({ length: 30 }, (_, at) => page(`p${at}`)));
    await expect(
      createActivityFinder(endless.queries).findByFingerprint(record),
    ).rejects.toMatchObject({
      code: 'outcome_unknown',
    });
    expect(endless.sent).toHaveLength(20);
    const still = createAsker([page('a'), page('a'), page('a')]);
    await expect(
      createActivityFinder(still.queries).findByFingerprint(record),
    ).rejects.toMatchObject({
      code: 'outcome_unknown',
    });
    expect(still.sent).toHaveLength(2);
  });
});
