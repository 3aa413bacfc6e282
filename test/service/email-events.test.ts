import { describe, expect, test } from 'vitest';
import { randomBytes } from '../../src/crypto/bytes.ts';
import { randomId } from '../../src/service/ids.ts';
import { emailEvents, organizations } from '../../src/service/schema.ts';
import { refusalOf, type Json } from './harness.ts';
import {
  database,
  INIT_V3,
  otpRequest,
  root,
  service,
  startOtp,
  useOneTimeCodes,
} from './one-time-codes.ts';

useOneTimeCodes();

const EMAIL = 'name@example.com';

const eventsOf = async (parameters: Json = {}): Promise<Json[]> => {
  const { body } = await root.query('list_email_events', { email: EMAIL, ...parameters });
  return body['emailEvents'] as Json[];
};
const page = (paginationOptions: Json) => eventsOf({ paginationOptions });

/** Sends codes to one address, a code in ten minutes: more would be too many in an hour. */
async function sendCodes(count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) {
    service.time.now += 600_000;
    await startOtp();
  }
}

describe('list_email_events', () => {
  test('behavior: each email with a code has one event', async () => {
    expect(await eventsOf()).toEqual([]);
    await startOtp();
    const at = String(service.time.now);
    expect(await eventsOf()).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        organizationId: root.organizationId,
        messageId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        eventType: 'Send',
        fromAddress: 'no-reply@localhost',
        toAddress: EMAIL,
        timestamp: at,
        createdAt: at,
        details: {},
      },
    ]);
  });

  test('behavior: of either generation, from the requested sender, newest first', async () => {
    await startOtp({ sendFromEmailAddress: 'codes@shop.example' }, INIT_V3);
    service.time.now += 1;
    await startOtp();
    const events = await eventsOf();
    expect(events.map(({ fromAddress }) => fromAddress)).toEqual([
      'no-reply@localhost',
      'codes@shop.example',
    ]);
    expect(new Set(events.map(({ messageId }) => messageId)).size).toBe(2);
  });

  test('behavior: only emails, and only to this address', async () => {
    await startOtp({ contact: 'other@example.com' });
    await startOtp({ otpType: 'OTP_TYPE_SMS', contact: '+15551234567' });
    expect(await eventsOf()).toEqual([]);
    expect(await database.db.$count(emailEvents)).toBe(1);
    expect(await eventsOf({ email: 'other@example.com' })).toHaveLength(1);
  });

  test('behavior: by type', async () => {
    await startOtp();
    expect(await eventsOf({ eventType: 'Send' })).toHaveLength(1);
    expect(await eventsOf({ eventType: 'Bounce' })).toEqual([]);
  });

  test('behavior: pages, forward and backward, leave nothing out', async () => {
    await sendCodes(12);
    const all = await page({ limit: '100' });
    expect(all).toHaveLength(12);
    const times = all.map(({ timestamp }) => Number(timestamp));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(await eventsOf()).toEqual(all.slice(0, 10));
    expect(await page({ after: all[9]?.['id'] })).toEqual(all.slice(10));
    expect(await page({ after: all[11]?.['id'] })).toEqual([]);
    expect(await page({ before: all[5]?.['id'], limit: '2' })).toEqual(all.slice(3, 5));
  });

  test('behavior: a refused request for a code sends nothing', async () => {
    const answer = await root.submit('init_otp', otpRequest({ otpType: 'OTP_TYPE_SMS' }));
    expect(answer.status).toBe(400);
    expect(await database.db.$count(emailEvents)).toBe(0);
  });

  test('error: no address, something else, a bad limit', async () => {
    const query = (parameters: Json) => root.query('list_email_events', parameters);
    expect(refusalOf(await query({}))).toMatchObject({
      status: 400,
      message: 'invalid request body: missing field `email`',
    });
    expect(refusalOf(await query({ email: '+15551234567' }))).toMatchObject({
      turnkey: 'INVALID_EMAIL',
    });
    expect((await query({ email: EMAIL, paginationOptions: { limit: '101' } })).status).toBe(400);
  });

  test('error: nothing of another organization, even with its cursor', async () => {
    const { db } = database;
    await startOtp();
    const organizationId = randomId(randomBytes);
    await db.insert(organizations).values({ id: organizationId, name: 'Other', createdAt: 1 });
    await db.update(emailEvents).set({ organizationId });
    const [foreign] = await db.select().from(emailEvents);
    expect(await eventsOf()).toEqual([]);
    service.time.now += 1;
    await startOtp();
    const own = await eventsOf();
    expect(own).toHaveLength(1);
    expect(await page({ before: foreign?.id })).toEqual(own);
    expect(await page({ after: foreign?.id })).toEqual([]);
  });
});
