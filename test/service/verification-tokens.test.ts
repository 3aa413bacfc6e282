// Verification tokens: what they attest, who can see them, and that they work once.
import { CompactSign, decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { randomBytes, utf8 } from '../../src/crypto/bytes.ts';
import { createEnclave } from '../../src/service/enclave.ts';
import { activities, verificationTokens } from '../../src/service/schema.ts';
import {
  startOtp,
  database,
  INIT_V3,
  MASTER,
  root,
  sealCode,
  sentCode,
  service,
  tokenOf,
  useOneTimeCodes,
  verifyOtp,
  VERIFY_V2,
} from './one-time-codes.ts';
import {
  createKey,
  enrol,
  listOf,
  refusalOf,
  resultOf,
  type Answer,
  type Json,
} from './harness.ts';

useOneTimeCodes();

describe('verification tokens', () => {
  const tokens: Record<string, () => Promise<string>> = {
    legacy: async () => {
      const { otpId } = await startOtp();
      return tokenOf(await verifyOtp({ otpId, otpCode: await sentCode(otpId) }));
    },
    enclave: async () => {
      const { otpId, otpEncryptionTargetBundle: bundle } = await startOtp({}, INIT_V3);
      const { publicKey } = await createKey();
      const encryptedOtpBundle = await sealCode(bundle, await sentCode(otpId), publicKey);
      return tokenOf(await verifyOtp({ otpId, encryptedOtpBundle }, VERIFY_V2));
    },
  };
  const setEmail = (verificationToken: string, userEmail = 'name@example.com') =>
    root.submit('update_user_email', { userId: root.userId, userEmail, verificationToken });
  const refusedFor = async (answer: Promise<Answer>) => String((await answer).body['message']);

  describe.each(Object.keys(tokens))('%s', (generation) => {
    const issue = () => tokens[generation]?.() ?? Promise.reject(new Error(generation));

    test('behavior: allows its contact to be set', async () => {
      const answer = await setEmail(await issue());
      expect(resultOf(answer)).toEqual({ userId: root.userId });
    });

    test('error: works once; a refusal leaves it unused', async () => {
      const token = await issue();
      expect((await setEmail(token, 'else@example.com')).status).toBe(400);
      expect((await setEmail(token)).status).toBe(200);
      for (const change of [() => setEmail(token), () => setEmail(token, 'name@example.com')]) {
        expect(refusalOf(await change())).toMatchObject({
          status: 409,
          code: 6,
          message: 'invalid verification token: it was used already',
        });
      }
    });

    test('error: of many concurrent uses only one is accepted', async () => {
      const token = await issue();
      const answers = await Promise.all(Array.from({ length: 8 }, () => setEmail(token)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
    });

    test('behavior: is sealed at rest, and visible only to its submitter', async () => {
      const token = await issue();
      const [, claims = ''] = token.split('.');
      const rows = await database.db.select().from(activities);
      expect(JSON.stringify(rows)).not.toContain(claims);
      const own = JSON.stringify(await listOf(root, 'list_activities', 'activities'));
      expect(own).toContain(token);
      const other = await enrol(service);
      const listed = await listOf(other, 'list_activities', 'activities');
      const [issued] = listed.filter(({ result }) => 'verifyOtpResult' in (result as Json));
      expect(issued?.['result']).toEqual({ verifyOtpResult: {} });
      expect(JSON.stringify(listed)).not.toContain(claims);
      const activityId = issued?.['id'];
      const activityAnswer = await other.query('get_activity', { activityId });
      expect(activityAnswer.status).toBe(200);
      expect(JSON.stringify(activityAnswer.body)).not.toContain(claims);
      expect(JSON.stringify((await root.query('get_activity', { activityId })).body)).toContain(
        token,
      );
    });

    test('error: a different contact, or none', async () => {
      const token = await issue();
      expect(await refusedFor(setEmail(token, 'else@example.com'))).toMatch(/another contact/);
      expect(await refusedFor(setEmail(token, ''))).toMatch(/another contact/);
    });

    test('error: expired, at the exact moment', async () => {
      const token = await issue();
      service.time.now += 3_599_999;
      const other = 'else@example.com';
      expect(await refusedFor(setEmail(token, other))).toMatch(/another contact/);
      service.time.now += 1;
      expect(await refusedFor(setEmail(token))).toMatch(/has expired/);
    });

    test('error: for a phone number', async () => {
      const { userId } = root;
      const verificationToken = await issue();
      const parameters = { userId, userPhoneNumber: '+15551234567', verificationToken };
      const answer = root.submit('update_user_phone_number', parameters);
      expect(await refusedFor(answer)).toMatch(/another kind of contact/);
    });

    test('error: for another organization', async () => {
      const token = await issue();
      await database.db.delete(verificationTokens);
      expect(await refusedFor(setEmail(token))).toMatch(/another organization/);
    });

    test('error: damaged', async () => {
      const [head, claims, signature = ''] = (await issue()).split('.');
      const other = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
      expect(await refusedFor(setEmail(`${head}.${claims}.${other}`))).toMatch(/signature/);
      const none = Buffer.from('{"alg":"none"}').toString('base64url');
      expect(await refusedFor(setEmail(`${none}.${claims}.${signature}`))).toMatch(/signature/);
    });
  });

  test.each(['', 'x1', '1x', '-1', '1e16', '9'.repeat(17), null, undefined])(
    'error: signed by this service, but its end is %j',
    async (exp) => {
      const { otp } = await createEnclave(database.db, MASTER, randomBytes);
      const sign = (claims: object) =>
        new CompactSign(utf8(JSON.stringify(claims)))
          .setProtectedHeader({ alg: 'ES256' })
          .sign(otp.key);
      const claims = decodeJwt((await tokens['enclave']?.()) ?? '');
      expect(await refusedFor(setEmail(await sign({ ...claims, exp })))).toMatch(/signature/);
      expect((await setEmail(await sign(claims))).status).toBe(200);
    },
  );

  test('error: signed by this service, but no claims', async () => {
    const { otp } = await createEnclave(database.db, MASTER, randomBytes);
    for (const payload of [utf8('{'), utf8('[]'), utf8('{}'), Uint8Array.of(0xff)]) {
      const token = await new CompactSign(payload)
        .setProtectedHeader({ alg: 'ES256' })
        .sign(otp.key);
      expect(await refusedFor(setEmail(token))).toMatch(/signature/);
    }
  });

  test('behavior: a phone number by SMS, however it was written', async () => {
    const change = { otpType: 'OTP_TYPE_SMS', contact: '+1 555-123-4567' };
    const { otpId } = await startOtp(change);
    const verificationToken = tokenOf(await verifyOtp({ otpId, otpCode: await sentCode(otpId) }));
    const parameters = { userId: root.userId, userPhoneNumber: '+15551234567', verificationToken };
    expect((await root.submit('update_user_phone_number', parameters)).status).toBe(200);
  });
});
