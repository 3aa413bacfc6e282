import { getTableName } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openServer } from '../../src/service/database.ts';
import { deleteExpired } from '../../src/service/expiry.ts';
import {
  emailEvents,
  importTargets,
  otps,
  readSessions,
  sentCodes,
  verificationTokens,
} from '../../src/service/schema.ts';
import { useFreshService } from './fresh-service.ts';
import {
  freshService,
  refusalOf,
  resultOf,
  START,
  type Caller,
  type TestService,
} from './harness.ts';
import { startImport } from './key-import.ts';
import { startPostgres, whyNoPostgres, type RunningPostgres } from './postgres.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const TABLES = [emailEvents, importTargets, otps, readSessions, sentCodes, verificationTokens];

let service: TestService;
let root: Caller;
useFreshService(async (fresh) => {
  ({ service, root } = fresh);
  // The set-up code that enrolled the root user, good until 2096.
  await service.database.db.delete(verificationTokens);
});

/** How many rows each table has. */
async function counts(): Promise<Record<string, number>> {
  const { db } = service.database;
  const all = TABLES.map(async (table) => [getTableName(table), await db.$count(table)] as const);
  return Object.fromEntries(await Promise.all(all));
}

/** One of each: a code, its email, a token, a session and a target. */
async function makeAll() {
  const contact = 'user@example.com';
  const sent = await root.submit('init_otp', {
    contact,
    otpType: 'OTP_TYPE_EMAIL',
    appName: 'Test',
    otpLength: 6,
    alphanumeric: false,
  });
  const { otpId } = resultOf(sent);
  await root.submit('create_read_only_session', {});
  await startImport(service, root);
  const { db } = service.database;
  const { organizationId } = root;
  const id = '651b573c-861b-4f10-a478-cbcfe0c226af';
  await db.insert(verificationTokens).values({ id, organizationId, expiresAt: START + HOUR });
  return { otpId: String(otpId), sent };
}

const deleteAt = (now: number) => deleteExpired(service.database.db, now);

describe('deleteExpired', () => {
  test('behavior: nothing that works, nor what tells why it no longer does; then all of it', async () => {
    await makeAll();
    const one = Object.fromEntries(TABLES.map((table) => [getTableName(table), 1]));
    expect(await counts()).toEqual(one);
    await deleteAt(START);
    expect(await counts()).toEqual(one);
    // The code has expired after five minutes, and the copy of it that was "sent" goes first.
    await deleteAt(START + 300_000 + HOUR - 1);
    expect(await counts()).toEqual(one);
    await deleteAt(START + 300_000 + HOUR);
    expect(await counts()).toEqual({ ...one, sent_codes: 0 });
    await deleteAt(START + 300_000 + DAY);
    expect(await counts()).toEqual({ ...one, sent_codes: 0, otps: 0 });
    await deleteAt(START + HOUR + DAY);
    const rest = { ...one, sent_codes: 0, otps: 0, read_sessions: 0, verification_tokens: 0 };
    expect(await counts()).toEqual(rest);
    await deleteAt(START + 7 * DAY - 1);
    expect(await counts()).toEqual(rest);
    await deleteAt(START + 7 * DAY);
    expect(await counts()).toEqual({ ...rest, import_targets: 0 });
    await deleteAt(START + 90 * DAY);
    expect(await counts()).toEqual({ ...rest, import_targets: 0, email_events: 0 });
  });

  test('behavior: activities still tell what they did, and late requests why not', async () => {
    const { otpId, sent } = await makeAll();
    const { id } = sent.body['activity'] as { id: string };
    const later = START + 2 * DAY;
    service.time.now = later;
    await deleteAt(later);
    const answer = await root.query('get_activity', { activityId: id });
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).toContain(otpId);
    const late = await root.submit('verify_otp', {
      otpId,
      otpCode: '000000',
      publicKey: root.publicKey,
    });
    expect(refusalOf(late)).toMatchObject({ status: 404 });
  });

  test('behavior: in batches, and says how many', async () => {
    const { organizationId } = root;
    const { db } = service.database;
    const rows = Array.from({ length: 1201 }, (_, at) => ({
      id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
      organizationId,
      expiresAt: START - 2 * DAY + at,
    }));
    await db.insert(verificationTokens).values(rows);
    const deleted = await deleteAt(START);
    expect(deleted.get('verification_tokens')).toBe(1201);
    expect((await counts())['verification_tokens']).toBe(0);
  });
});

describe.skipIf(whyNoPostgres())(`deleteExpired on PostgreSQL ${whyNoPostgres() ?? ''}`, () => {
  let server: RunningPostgres;
  beforeEach(async () => {
    server = await startPostgres();
  }, 60_000);
  afterEach(() => server.stop());

  test('behavior: several processes at once delete each row once, and wait for no lock', async () => {
    const databases = await Promise.all([openServer(server.url), openServer(server.url)]);
    const [first] = databases;
    const { info } = await freshService(first);
    const { organizationId } = info;
    await server.query(`insert into verification_tokens (id, organization_id, expires_at)
      select gen_random_uuid(), '${organizationId}', n from generate_series(1, 4000) n`);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { promise: locked, resolve: hasLocked } = Promise.withResolvers<void>();
    const holding = first.db.transaction(async (tx) => {
      await tx.execute('select from verification_tokens where expires_at = 1 for update');
      hasLocked();
      await held;
    });
    await locked;
    const all = [...databases, ...databases].map(({ db }) => deleteExpired(db, START));
    const counted = (await Promise.all(all)).map((one) => one.get('verification_tokens') ?? 0);
    expect(counted.reduce((sum, one) => sum + one, 0)).toBe(3999);
    release();
    await holding;
    expect((await deleteExpired(first.db, START)).get('verification_tokens')).toBe(1);
    await Promise.all(databases.map((database) => database.close()));
  }, 120_000);
});
