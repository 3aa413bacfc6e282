import { eq, gt } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { buildEncryptedBundle, openTargetBundle } from '../../src/crypto/bundle.ts';
import { fromHex, randomBytes, utf8, type Bytes } from '../../src/crypto/bytes.ts';
import { sealToTarget } from '../../src/crypto/hpke.ts';
import * as p256 from '../../src/crypto/p256.ts';
import { randomId } from '../../src/service/ids.ts';
import { createCode } from '../../src/service/otp.ts';
import { otps, sentCodes } from '../../src/service/schema.ts';
import {
  startOtp,
  database,
  INIT_V2,
  INIT_V3,
  MASTER,
  otpRequest,
  root,
  sealCode,
  sentCode,
  service,
  tokenOf,
  useOneTimeCodes,
  verifyOtp,
  VERIFY_V2,
} from './one-time-codes.ts';
import { activityOf, createKey, listOf, refusalOf, readSent, serviceOver } from './harness.ts';

useOneTimeCodes();

const VERIFY_PATH = '/public/v1/submit/verify_otp';
const refused = (message: string) => ({
  status: 400,
  code: 3,
  turnkey: 'REQUEST_INVALID',
  message,
});
/** As the bytes say: either generation has an order of its own. */
const headerOf = (token: string) => Buffer.from(token.split('.')[0] ?? '', 'base64url').toString();
const wrongCode = (code: string) => (code.startsWith('0') ? '1' : '0') + code.slice(1);

describe('createCode', () => {
  test.each([
    [{}, /^[0-9A-HJKMNP-TV-Z]{9}$/],
    [{ otpLength: 6 }, /^[0-9A-HJKMNP-TV-Z]{6}$/],
    [{ otpLength: 8, alphanumeric: false }, /^\d{8}$/],
  ])('behavior: %o', (change, form) => {
    for (let i = 0; i < 50; i++) {
      expect(createCode({ contact: 'name@example.com', ...change }, randomBytes)).toMatch(form);
    }
  });

  test('behavior: digits are uniform though bytes are not a multiple of ten', () => {
    // 250 and above would favor 0 to 5, so they are drawn again.
    const bytes = [255, 250, 249, 0, 1, 2, 3, 4];
    const random = () => Uint8Array.of(bytes.shift() ?? 0);
    const code = createCode({ contact: 'a@b.example', otpLength: 6, alphanumeric: false }, random);
    expect(code).toBe('901234');
  });

  test.each(['user@example.com', '+1 999-999-9999'])('behavior: sandbox contact %s', (contact) => {
    const six = { contact, otpLength: 6, alphanumeric: false };
    expect(createCode(six, randomBytes)).toBe('000000');
    expect(createCode({ ...six, otpLength: 7 }, randomBytes)).toHaveLength(7);
    expect(createCode({ contact }, randomBytes)).toHaveLength(9);
    // One with letters, or to another contact, is a code like any other.
    const ones = (length: number) => new Uint8Array(length).fill(1);
    expect(createCode({ contact, otpLength: 6 }, ones)).toBe('111111');
    expect(createCode({ ...six, contact: `x${contact}` }, ones)).toBe('111111');
  });
});

describe('legacy generation', () => {
  test.each([INIT_V2, 'ACTIVITY_TYPE_INIT_OTP'])('behavior: %s and VERIFY_OTP', async (type) => {
    const change = type === INIT_V2 ? {} : { appName: undefined };
    const { otpId, ...others } = await startOtp(change, type);
    expect(others).toEqual({});
    const otpCode = await sentCode(otpId);
    const token = tokenOf(await verifyOtp({ otpId, otpCode: otpCode.toLowerCase() }));
    expect(headerOf(token)).toBe('{"alg":"ES256","typ":"JWT"}');
    expect(decodeJwt(token)).toEqual({
      contact: 'name@example.com',
      exp: service.time.now / 1000 + 3600,
      id: expect.any(String),
      verification_type: 'OTP_TYPE_EMAIL',
    });
  });

  test('behavior: a given public key is bound, and the lifetime is as requested', async () => {
    const { otpId } = await startOtp();
    const { publicKey } = await createKey();
    const parameters = {
      otpId,
      otpCode: await sentCode(otpId),
      publicKey,
      expirationSeconds: '60',
    };
    const token = tokenOf(await verifyOtp(parameters));
    expect(decodeJwt(token)).toMatchObject({
      public_key: publicKey,
      exp: service.time.now / 1000 + 60,
    });
  });

  test('behavior: the same bytes give the same token; other bytes find the code used', async () => {
    const { otpId } = await startOtp();
    const parameters = { otpId, otpCode: await sentCode(otpId) };
    const text = root.body('verify_otp', parameters);
    const first = activityOf(await root.post(VERIFY_PATH, text));
    expect(activityOf(await root.post(VERIFY_PATH, text))).toEqual(first);
    expect(refusalOf(await verifyOtp(parameters))).toEqual(
      refused('this OTP code was used already'),
    );
  });
});

describe('enclave generation', () => {
  test('behavior: INIT_OTP_V3 and VERIFY_OTP_V2, the token bound to the sealed key', async () => {
    const { otpId, otpEncryptionTargetBundle: bundle } = await startOtp({}, INIT_V3);
    const { publicKey } = await createKey();
    const encryptedOtpBundle = await sealCode(bundle, await sentCode(otpId), publicKey);
    const token = tokenOf(await verifyOtp({ otpId, encryptedOtpBundle }, VERIFY_V2));
    expect(headerOf(token)).toBe('{"typ":"JWT","alg":"ES256"}');
    expect(decodeJwt(token)).toEqual({
      exp: String(service.time.now + 3_600_000),
      id: expect.any(String),
      organization_id: root.organizationId,
      verification_type: 'OTP_TYPE_EMAIL',
      contact: 'name@example.com',
      public_key: publicKey,
    });
    const [head, claims, signature = ''] = token.split('.');
    const rs = new Uint8Array(Buffer.from(signature, 'base64url'));
    const otpPublic = fromHex(service.info.otpPublic);
    expect(await p256.verify(otpPublic, rs, utf8(`${head}.${claims}`))).toBe(true);
  });

  test('error: a bundle without a code, or for another key, costs no try', async () => {
    const { otpId, otpEncryptionTargetBundle: bundle } = await startOtp({}, INIT_V3);
    const other = await startOtp({}, INIT_V3);
    const { publicKey } = await createKey();
    const code = await sentCode(otpId);
    const sealText = async (text: Bytes) => {
      const { otpPublic: pinnedPublic } = service.info;
      const pin = { pinnedPublic, organizationId: root.organizationId };
      const target = await openTargetBundle(String(bundle), pin);
      return buildEncryptedBundle(await sealToTarget(target, text));
    };
    for (const encryptedOtpBundle of [
      await sealText(utf8(code)),
      await sealText(utf8('{"otp_code":')),
      await sealText(Uint8Array.of(0xff)),
      await sealCode(bundle, code, 'no key'),
      await sealCode(other['otpEncryptionTargetBundle'], code, publicKey),
    ]) {
      const answer = await verifyOtp({ otpId, encryptedOtpBundle }, VERIFY_V2);
      expect(refusalOf(answer)).toMatchObject({ status: 400, code: 3 });
      expect(answer.body['message']).toMatch(/failed to decrypt encrypted OTP bundle/);
    }
    const [row] = await database.db.select().from(otps).where(eq(otps.id, otpId));
    expect(row?.failures).toBe(0);
    const right = await sealCode(bundle, code, publicKey);
    expect((await verifyOtp({ otpId, encryptedOtpBundle: right }, VERIFY_V2)).status).toBe(200);
  });
});

describe('generations', () => {
  test('error: never mix, either way', async () => {
    const legacy = await startOtp();
    const modern = await startOtp({}, INIT_V3);
    const { publicKey } = await createKey();
    const bundle = modern['otpEncryptionTargetBundle'];
    const code = await sentCode(modern.otpId);
    const encryptedOtpBundle = await sealCode(bundle, code, publicKey);
    for (const answer of [
      await verifyOtp({ otpId: modern.otpId, otpCode: code }),
      await verifyOtp({ otpId: legacy.otpId, encryptedOtpBundle }, VERIFY_V2),
    ]) {
      expect(refusalOf(answer)).toMatchObject({ status: 400, code: 3, turnkey: 'REQUEST_INVALID' });
      expect(answer.body['message']).toMatch(/was started in the (legacy|enclave) generation/);
    }
    expect((await verifyOtp({ otpId: modern.otpId, encryptedOtpBundle }, VERIFY_V2)).status).toBe(
      200,
    );
  });
});

describe('wrong codes', () => {
  test('error: three lock the code, and even the right one no longer works', async () => {
    const { otpId } = await startOtp();
    const code = await sentCode(otpId);
    for (let i = 0; i < 3; i++) {
      const answer = await verifyOtp({ otpId, otpCode: wrongCode(code) });
      expect(refusalOf(answer)).toEqual(refused('invalid OTP code'));
    }
    expect(refusalOf(await verifyOtp({ otpId, otpCode: code }))).toEqual(
      refused('this OTP code is locked after 3 wrong tries: start a new one'),
    );
  });

  test('behavior: two wrong tries leave a third', async () => {
    const { otpId } = await startOtp();
    const otpCode = await sentCode(otpId);
    await verifyOtp({ otpId, otpCode: wrongCode(otpCode) });
    await verifyOtp({ otpId, otpCode: wrongCode(otpCode) });
    expect((await verifyOtp({ otpId, otpCode })).status).toBe(200);
  });

  test('error: the same wrong bytes again cost no try and get the same answer', async () => {
    const { otpId } = await startOtp();
    const otpCode = wrongCode(await sentCode(otpId));
    const text = root.body('verify_otp', { otpId, otpCode });
    const answers = [];
    for (let i = 0; i < 5; i++) answers.push(refusalOf(await root.post(VERIFY_PATH, text)));
    expect(new Set(answers.map((item) => JSON.stringify(item))).size).toBe(1);
    const [row] = await database.db.select().from(otps).where(eq(otps.id, otpId));
    expect(row?.failures).toBe(1);
    const activities = await listOf(root, 'list_activities', 'activities');
    const type = 'ACTIVITY_TYPE_VERIFY_OTP';
    expect(activities.find((item) => item['type'] === type)).toMatchObject({
      status: 'ACTIVITY_STATUS_FAILED',
      result: {},
      failure: { code: 3, message: 'invalid OTP code' },
    });
  });

  test('error: many concurrent guesses count one by one', async () => {
    const { otpId } = await startOtp();
    const code = await sentCode(otpId);
    const guesses = Array.from({ length: 10 }, () =>
      verifyOtp({ otpId, otpCode: wrongCode(code) }),
    );
    const words = (await Promise.all(guesses)).map((item) => String(item.body['message']));
    expect(words.filter((item) => item === 'invalid OTP code')).toHaveLength(3);
    expect(words.filter((item) => /locked/.test(item))).toHaveLength(7);
  });

  test('error: expired and unknown codes', async () => {
    const { otpId } = await startOtp({ expirationSeconds: '30' });
    const otpCode = await sentCode(otpId);
    service.time.now += 30_000;
    expect(refusalOf(await verifyOtp({ otpId, otpCode }))).toEqual(
      refused('this OTP code has expired'),
    );
    expect((await verifyOtp({ otpId: randomId(randomBytes), otpCode })).status).toBe(404);
    expect((await verifyOtp({ otpId: 'x', otpCode })).status).toBe(404);
  });

  test.each([
    ['1 to 5 characters', { otpCode: '12345' }, /6 to 9 letters and digits/],
    ['over a day', { otpCode: '123456', expirationSeconds: '86401' }, /86400/],
  ])('error: %s', async (_what, change, words) => {
    const { otpId } = await startOtp();
    expect((await verifyOtp({ otpId, ...change })).body['message']).toMatch(words);
  });
});

describe('requesting codes', () => {
  const MAX = {
    status: 429,
    code: 8,
    turnkey: 'MAX_OTP_INITIATED',
    message: 'Max number of OTPs have been initiated please wait and try again',
  };

  test('behavior: a fourth live code ends a contact’s oldest; a used one makes room', async () => {
    const begun = [];
    for (let n = 0; n < 4; n++) {
      begun.push(await startOtp());
      service.time.now += 1;
    }
    const other = await startOtp({ contact: 'other@example.com' });
    const [first, second, third, fourth] = begun;
    if (!first || !second || !third || !fourth) throw new Error('too few');
    expect((await verifyOtp({ otpId: first.otpId, otpCode: '000000' })).body['message']).toBe(
      'this OTP code has expired',
    );
    const use = async ({ otpId }: { readonly otpId: string }) =>
      (await verifyOtp({ otpId, otpCode: await sentCode(otpId) })).status;
    expect(await use(third)).toBe(200);
    service.time.now += 1;
    await startOtp();
    for (const item of [second, fourth, other]) expect(await use(item)).toBe(200);
  });

  test('error: wrong tries don’t allow more codes per hour than a contact may get', async () => {
    for (let n = 0; n < 30; n++) {
      const { otpId } = await startOtp();
      for (let tries = 0; tries < 3; tries++) await verifyOtp({ otpId, otpCode: 'ZZZZZZZZZ' });
      service.time.now += 1000;
    }
    expect(refusalOf(await root.submit('init_otp', otpRequest(), INIT_V2))).toEqual(MAX);
    await startOtp({ contact: 'other@example.com' });
    service.time.now += 3_600_000 - 30_000;
    await startOtp();
  });

  test('behavior: a contact’s concurrent codes count one by one', async () => {
    const asked = Array.from({ length: 40 }, () => root.submit('init_otp', otpRequest(), INIT_V3));
    const statuses = (await Promise.all(asked)).map((item) => item.status);
    expect(statuses.filter((item) => item === 200)).toHaveLength(30);
    const live = await database.db.select().from(otps).where(gt(otps.expiresAt, service.time.now));
    expect(live).toHaveLength(3);
  });

  test('error: a group’s fourth request in three minutes', async () => {
    const ask = (n: number) => {
      const change = { contact: `n${n}@example.com`, userIdentifier: 'group' };
      return root.submit('init_otp', otpRequest(change), INIT_V2);
    };
    for (let n = 0; n < 3; n++) expect((await ask(n)).status).toBe(200);
    expect((await ask(3)).body['turnkeyErrorCode']).toBe('MAX_OTP_INITIATED');
    service.time.now += 180_000;
    expect((await ask(4)).status).toBe(200);
  });

  test.each([
    [{ contact: '+15551234567' }, /OTP_TYPE_EMAIL needs an e-mail address/],
    [{ otpType: 'OTP_TYPE_SMS' }, /OTP_TYPE_SMS needs a phone number/],
    [{ contact: 'nobody' }, /contact/],
    [{ otpLength: 5 }, /6 to 9 characters/],
    [{ expirationSeconds: '601' }, /600 at most/],
    [{ appName: undefined }, /missing field `parameters.appName`/],
  ])('error: %o', async (change, words) => {
    const answer = await root.submit('init_otp', otpRequest(change), INIT_V2);
    expect(answer.status).toBe(400);
    expect(answer.body['message']).toMatch(words);
  });
});

describe('codes at rest', () => {
  test('behavior: hashed and sealed; every service with the master key can show them', async () => {
    const { otpId } = await startOtp();
    const code = await sentCode(otpId);
    const rows = [
      await database.db.select().from(otps),
      await database.db.select().from(sentCodes),
    ];
    expect(JSON.stringify(rows)).not.toContain(code);
    const other = await serviceOver(database, {}, MASTER);
    expect(await sentCode(otpId, other)).toBe(code);
  });

  test('behavior: expired codes aren’t shown', async () => {
    await startOtp();
    service.time.now += 300_000;
    expect((await readSent(service)).body).toEqual({ codes: [] });
  });
});
