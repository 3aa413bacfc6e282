import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { toHex } from '../../src/crypto/bytes.ts';
import * as der from '../../src/crypto/der.ts';
import { decodeStamp, encodeStamp } from '../../src/crypto/stamp.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { randomId } from '../../src/service/ids.ts';
import { randomBytes } from '../../src/crypto/bytes.ts';
import { apiKeys, users } from '../../src/service/schema.ts';
import {
  activityOf,
  caller,
  createKey,
  enrol,
  freshService,
  listOf,
  refusalOf,
  send,
  serviceOver,
  type Caller,
  type TestService,
} from './harness.ts';
import { useFreshService } from './fresh-service.ts';
import { expectRemovedEverywhere } from './removed-key.ts';

const WHOAMI = '/public/v1/query/whoami';
const UPDATE = '/public/v1/submit/update_wallet';

let database: OpenDatabase;
let service: TestService;
let root: Caller;

useFreshService((fresh) => {
  ({ database, service, root } = fresh);
});

const body = () => JSON.stringify({ organizationId: root.organizationId });

describe('stamps', () => {
  test.each(['P256', 'SECP256K1', 'ED25519'] as const)(
    'behavior: a %s stamp identifies its user',
    async (curve) => {
      const requester = await enrol(service, curve);
      const { status, body: answer } = await requester.query('whoami');
      expect(status).toBe(200);
      expect(answer).toEqual({
        organizationId: service.info.organizationId,
        organizationName: 'Demo organization',
        userId: requester.userId,
        username: 'Keystamp user',
      });
    },
  );

  test('behavior: a high-S signature is accepted, as in the deployed service', async () => {
    const text = body();
    const stamp = decodeStamp(await root.stamp(text));
    const raw = der.decode(Buffer.from(stamp.signature, 'hex'), der.P256_ORDER);
    const s = BigInt(`0x${toHex(raw.subarray(32))}`);
    const other = (der.P256_ORDER - s).toString(16).padStart(64, '0');
    const flipped = der.encode(Buffer.concat([raw.subarray(0, 32), Buffer.from(other, 'hex')]));
    const header = encodeStamp({ ...stamp, signature: toHex(flipped) });
    const answer = await root.post(WHOAMI, text, { 'X-Stamp': header });
    expect(answer.status).toBe(200);
  });

  test.each([WHOAMI, UPDATE])('error: no stamp for %s', async (path) => {
    const answer = await send(service, path, { method: 'POST', body: body() });
    expect(refusalOf(answer)).toEqual({
      status: 401,
      code: 16,
      turnkey: 'SIGNATURE_MISSING',
      message:
        'cannot authenticate public API activity request without a stamp (X-Stamp/X-Stamp-Webauthn header)',
    });
    expect(answer.body['details']).toEqual([
      {
        '@type': 'type.googleapis.com/errors.v1.TurnkeyErrorDetail',
        turnkeyErrorCode: 'SIGNATURE_MISSING',
      },
    ]);
  });

  test.each([
    ['not base64url', '***', 'malformed activity stamp'],
    ['not JSON', Buffer.from('hello').toString('base64url'), 'malformed activity stamp'],
    [
      'a member too many',
      Buffer.from('{"publicKey":"","scheme":"","signature":"","x":""}').toString('base64url'),
      'malformed activity stamp',
    ],
    [
      'no public key',
      encodeStamp({ publicKey: 'zz', scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature: '' }),
      'could not extract api key stamp',
    ],
  ])('error: malformed stamp: %s', async (_what, stamp, message) => {
    const answer = await root.post(WHOAMI, body(), { 'X-Stamp': stamp });
    expect(refusalOf(answer)).toEqual({ status: 401, code: 16, turnkey: '', message });
  });

  test.each([
    ['31 bytes', (key: string) => key.slice(4)],
    ['34 bytes', (key: string) => `${key}00`],
    ['half a byte more', (key: string) => `${key}0`],
    ['text before it', (key: string) => `x${key}`],
    ['text after it', (key: string) => `${key}x`],
  ])('error: a public key of %s', async (_what, change) => {
    const stamp = decodeStamp(await root.stamp(body()));
    const header = encodeStamp({ ...stamp, publicKey: change(stamp.publicKey) });
    const answer = await root.post(WHOAMI, body(), { 'X-Stamp': header });
    expect(refusalOf(answer)).toMatchObject({
      status: 401,
      message: 'could not extract api key stamp',
    });
  });

  test('behavior: the hex of a stamp may be in capitals', async () => {
    const stamp = decodeStamp(await root.stamp(body()));
    const publicKey = stamp.publicKey.toUpperCase();
    const header = encodeStamp({ ...stamp, publicKey, signature: stamp.signature.toUpperCase() });
    expect((await root.post(WHOAMI, body(), { 'X-Stamp': header })).status).toBe(200);
  });

  test('error: an unknown scheme', async () => {
    const stamp = { ...decodeStamp(await root.stamp(body())), scheme: 'SIGNATURE_SCHEME_NONE' };
    const answer = await root.post(WHOAMI, body(), { 'X-Stamp': encodeStamp(stamp) });
    expect(refusalOf(answer)).toMatchObject({
      status: 401,
      message: 'could not extract api key stamp',
    });
  });

  test('error: an unregistered key, and the message names organization and key', async () => {
    const stranger = caller(service, await createKey(), { userId: '', apiKeyId: '' });
    const { organizationId } = service.info;
    expect(refusalOf(await stranger.query('whoami'))).toEqual({
      status: 401,
      code: 16,
      turnkey: 'PUBLIC_KEY_NOT_FOUND',
      message: `could not find public key in organization or its parent organization organizationId=${organizationId} publicKey=${stranger.publicKey} parentOrganizationId=`,
    });
  });

  test('error: the signature is for another body', async () => {
    const stamp = await root.stamp(`${body()} `);
    const answer = await root.post(WHOAMI, body(), { 'X-Stamp': stamp });
    expect(refusalOf(answer)).toEqual({
      status: 401,
      code: 16,
      turnkey: 'SIGNATURE_INVALID',
      message: 'could not verify api key signature',
    });
  });

  test('error: the signature isn’t strict DER', async () => {
    const stamp = decodeStamp(await root.stamp(body()));
    const loose = encodeStamp({ ...stamp, signature: `${stamp.signature}00` });
    const answer = await root.post(WHOAMI, body(), { 'X-Stamp': loose });
    expect(answer.body['turnkeyErrorCode']).toBe('SIGNATURE_INVALID');
  });

  test('error: a P-256 key used with the scheme of another curve', async () => {
    const stamp = decodeStamp(await root.stamp(body()));
    const scheme = 'SIGNATURE_SCHEME_TK_API_SECP256K1';
    const answer = await root.post(WHOAMI, body(), {
      'X-Stamp': encodeStamp({ ...stamp, scheme }),
    });
    expect(answer.body['turnkeyErrorCode']).toBe('SIGNATURE_INVALID');
  });

  test('error: an expired key, by creation plus lifetime, for queries and submits', async () => {
    const life = { expirationSeconds: 60 };
    await database.db.update(apiKeys).set(life).where(eq(apiKeys.id, root.apiKeyId));
    expect((await root.query('whoami')).status).toBe(200);
    service.time.now += 59_999;
    expect((await root.query('whoami')).status).toBe(200);
    service.time.now += 1;
    for (const answer of [
      await root.query('whoami'),
      await root.submit('update_wallet', { walletId: randomId(randomBytes) }),
    ]) {
      expect(refusalOf(answer)).toEqual({
        status: 401,
        code: 16,
        turnkey: 'API_KEY_EXPIRED',
        message: 'expired api key',
      });
    }
  });

  test('error: a removed key can’t stamp, even if it was used a moment ago', async () => {
    const [wallet] = await listOf(root, 'list_wallets', 'wallets');
    const rename = (walletName: string) =>
      root.submit('update_wallet', { walletId: wallet?.['walletId'], walletName });
    expect((await rename('Before')).status).toBe(200);
    await database.db.delete(apiKeys).where(eq(apiKeys.id, root.apiKeyId));
    expect((await rename('After')).body['turnkeyErrorCode']).toBe('PUBLIC_KEY_NOT_FOUND');
    const other = await enrol(service);
    const names = (await listOf(other, 'list_wallets', 'wallets')).map(
      (item) => item['walletName'],
    );
    expect(names).toContain('Before');
    expect(names).not.toContain('After');
  });
});

describe('a key enrolled for a limited time', () => {
  const enrolled = async (expirationSeconds: unknown) => {
    const key = await createKey();
    const { publicKey } = key;
    const setUpCode = service.createSetUpCode();
    const curveType = 'API_KEY_CURVE_P256';
    const body = JSON.stringify({ publicKey, curveType, setUpCode, expirationSeconds });
    return { key, answer: await send(service, '/local/enrol', { method: 'POST', body }) };
  };

  test('error: expires then, over the wire', async () => {
    const { key, answer } = await enrolled('60');
    const { userId, apiKeyId } = answer.body as { userId: string; apiKeyId: string };
    const requester = caller(service, key, { userId, apiKeyId });
    const record = await requester.query('get_api_key', { apiKeyId });
    expect(record.body['apiKey']).toMatchObject({ expirationSeconds: '60' });
    service.time.now += 60_000;
    expect(refusalOf(await requester.query('whoami'))).toMatchObject({
      status: 401,
      turnkey: 'API_KEY_EXPIRED',
    });
  });

  test.each([60, '0', '-1', '1.5', '1e3', '999999999', ''])('error: not %j', async (life) => {
    expect((await enrolled(life)).answer.body['message']).toMatch(/expirationSeconds/);
  });
});

describe('a removed key', () => {
  test('error: is refused for new and known bytes, at every service with a cache', async () => {
    const master = randomBytes(32);
    const first = await freshService(database, {}, master);
    await expectRemovedEverywhere([first, await serviceOver(database, {}, master)]);
  });
});

describe('organizations', () => {
  test('error: no organization with this id', async () => {
    const text = JSON.stringify({ organizationId: randomId(randomBytes) });
    expect(refusalOf(await root.post(WHOAMI, text))).toEqual({
      status: 404,
      code: 5,
      turnkey: 'ORGANIZATION_NOT_FOUND',
      message: 'no organization found with the given ID',
    });
  });

  test.each(['{}', '{"organizationId":"1"}', '{"organizationId":7}', '{"organizationId":null}'])(
    'error: malformed organization id in %s',
    async (text) => {
      expect(refusalOf(await root.post(WHOAMI, text))).toEqual({
        status: 400,
        code: 3,
        turnkey: 'INVALID_ORGANIZATION_ID',
        message: 'malformed organization ID provided',
      });
    },
  );
});

describe('rights', () => {
  test('error: a user who isn’t root can read but not write', async () => {
    const [carol] = await database.db.select().from(users).where(eq(users.name, 'Carol Chen'));
    const key = await createKey();
    const ids = { userId: carol?.id ?? '', apiKeyId: randomId(randomBytes) };
    const { organizationId } = service.info;
    const times = { createdAt: service.time.now, updatedAt: service.time.now };
    await database.db.insert(apiKeys).values({
      id: ids.apiKeyId,
      userId: ids.userId,
      organizationId,
      name: 'Carol',
      publicKey: key.publicKey,
      curve: 'P256',
      ...times,
    });
    const user = caller(service, key, ids);
    const [wallet] = await listOf(user, 'list_wallets', 'wallets');
    const answer = await user.submit('update_wallet', { walletId: wallet?.['walletId'] });
    expect(refusalOf(answer)).toMatchObject({ status: 403, code: 7, turnkey: '' });
    expect(answer.body['message']).toMatch(/No policies evaluated to outcome: Allow/);
  });
});

describe('liveness', () => {
  const at = async (timestampMs: number, walletName: string) => {
    const [wallet] = await listOf(root, 'list_wallets', 'wallets');
    const parameters = { walletId: wallet?.['walletId'], walletName };
    const { organizationId } = root;
    const type = 'ACTIVITY_TYPE_UPDATE_WALLET';
    const envelope = { type, timestampMs: String(timestampMs), organizationId, parameters };
    return root.post(UPDATE, JSON.stringify(envelope));
  };

  test.each([
    ['an hour old', -3_600_000],
    ['five minutes ahead', 300_000],
  ])('behavior: %s is accepted, to the millisecond', async (what, offset) => {
    expect((await at(service.time.now + offset, `Edge ${what}`)).status).toBe(200);
  });

  test.each([
    ['an hour and a millisecond old', -3_600_001, 'activity timestamp is not current'],
    ['a millisecond over five minutes ahead', 300_001, 'activity timestamp is in the future'],
  ])('error: %s', async (_what, offset, message) => {
    const answer = await at(service.time.now + offset, 'C');
    const refusal = { status: 400, code: 3, turnkey: 'REQUEST_INVALID', message };
    expect(refusalOf(answer)).toEqual(refusal);
  });

  test('behavior: known bytes are answered for an hour, and the activity stays', async () => {
    const [wallet] = await listOf(root, 'list_wallets', 'wallets');
    const text = root.body('update_wallet', { walletId: wallet?.['walletId'], walletName: 'Old' });
    const first = activityOf(await root.post(UPDATE, text));
    const { timestampMs } = JSON.parse(text) as { readonly timestampMs: string };
    service.time.now = Number(timestampMs) + 3_600_000;
    expect(activityOf(await root.post(UPDATE, text))).toEqual(first);
    service.time.now += 1;
    const late = await root.post(UPDATE, text);
    expect(late.body['message']).toBe('activity timestamp is not current');
    const listed = await root.query('get_activity', { activityId: first.id });
    expect(activityOf(listed)).toEqual(first);
  });
});
