// Codes of both generations, with the real service.
import { describe, expect, test } from 'vitest';
import * as base64url from '../../src/crypto/base64url.ts';
import { fromUtf8, toHex } from '../../src/crypto/bytes.ts';
import { generatePrivateKey, publicKeyOf } from '../../src/crypto/keys.ts';
import type { EntryView } from '../../src/protocol/outbox-entry.ts';
import { SETTLED, useWorkerFixture } from './worker-fixture.ts';
import { BASE_URL, waitForState } from './fake-browser.ts';
import { codeHeaders, newSetUpCode } from '../set-up-code.ts';

const fixture = useWorkerFixture();

async function readSentCode(otpId: unknown): Promise<string> {
  const answer = await fixture.service.handle(
    new Request(`${BASE_URL}/local/otp`, { headers: codeHeaders() }),
  );
  const { codes } = (await answer.json()) as { codes: { otpId: string; code: string }[] };
  const found = codes.find((one) => one.otpId === otpId);
  if (!found) throw new Error('no code was sent');
  return found.code;
}

describe('one-time codes', () => {
  async function initOtp(): Promise<EntryView> {
    // A contact has at most three live codes.
    const contact = `${crypto.randomUUID()}@demo.example`;
    const parameters = { otpType: 'OTP_TYPE_EMAIL', contact, appName: 'Keystamp' };
    const { id } = await fixture.submit('init_otp', parameters);
    const done = await waitForState(fixture.browser, id, SETTLED);
    expect(done.state).toBe('completed');
    return done;
  }

  async function setGeneration(otpGeneration: 'legacy' | 'enclave'): Promise<void> {
    await fixture.callWithProof('profiles_save', { ...fixture.account.profile, otpGeneration });
  }

  test('behavior: enclave: the code is sealed to the enclave and verified', async () => {
    const { result } = await initOtp();
    const code = await readSentCode(result?.['otpId']);
    const { id } = await fixture.submit(
      'verify_otp',
      {
        otpId: result?.['otpId'],
        encryptedOtpBundle: result?.['otpEncryptionTargetBundle'],
      },
      { fields: { encryptedOtpBundle: code } },
    );
    const done = await waitForState(fixture.browser, id, SETTLED);
    expect(done).toMatchObject({ state: 'completed', type: 'ACTIVITY_TYPE_VERIFY_OTP_V2' });
    expect(String(done.result?.['verificationToken']).split('.')).toHaveLength(3);
    expect(done.parameters).toEqual({ otpId: result?.['otpId'] });
    expect(fixture.browser.sent.join()).not.toContain(code);
  });

  test('behavior: enclave: also for a profile that stamps on another curve', async () => {
    const secret = generatePrivateKey('ED25519');
    const publicKey = toHex(publicKeyOf('ED25519', secret));
    const { call } = fixture.browser.client;
    const key = await call(
      'keys_import',
      { name: 'Edwards', curve: 'ED25519', publicKey },
      { privateKey: base64url.encode(secret) },
    );
    const setUpCode = newSetUpCode();
    const enrolment = { baseUrl: BASE_URL, keyId: key.id, userName: 'Edwards', setUpCode };
    await call('profiles_enrol', enrolment);
    await fixture.callWithProof('profiles_save', { ...fixture.account.profile, keyId: key.id });
    const { result } = await initOtp();
    const code = await readSentCode(result?.['otpId']);
    const { id } = await fixture.submit(
      'verify_otp',
      {
        otpId: result?.['otpId'],
        encryptedOtpBundle: result?.['otpEncryptionTargetBundle'],
      },
      { fields: { encryptedOtpBundle: code } },
    );
    const done = await waitForState(fixture.browser, id, SETTLED);
    expect(done.state).toBe('completed');
    const [, claims = ''] = String(done.result?.['verificationToken']).split('.');
    const bound = JSON.parse(fromUtf8(base64url.decode(claims))) as { public_key: string };
    expect(bound.public_key).toMatch(/^0[23][0-9a-f]{64}$/);
    expect(bound.public_key).not.toContain(publicKey);
  });

  test('behavior: legacy: only the stamped body carries the code', async () => {
    await setGeneration('legacy');
    const { result } = await initOtp();
    const code = await readSentCode(result?.['otpId']);
    const requests = fixture.recordRequests();
    const { id } = await fixture.submit(
      'verify_otp',
      { otpId: result?.['otpId'] },
      { fields: { otpCode: code } },
    );
    const done = await waitForState(fixture.browser, id, SETTLED);
    expect(done).toMatchObject({ state: 'completed', type: 'ACTIVITY_TYPE_VERIFY_OTP' });
    expect(requests.some(({ body }) => body.includes(code))).toBe(true);
    expect(done.parameters).not.toHaveProperty('otpCode');
    expect(fixture.browser.sent.join()).not.toContain(code);
    expect(JSON.stringify([...fixture.browser.session, ...fixture.browser.local])).not.toContain(
      code,
    );
    const token = String(done.result?.['verificationToken']);
    const list = await fixture.browser.client.call('activities_list', {
      profileId: fixture.account.profile.id,
      before: null,
      limit: 10,
    });
    expect(list).toHaveLength(2);
    expect(JSON.stringify([list, ...fixture.browser.session])).not.toContain(token);
  });

  test('error: a wrong code ends the activity, with the service’s message', async () => {
    await setGeneration('legacy');
    const { result } = await initOtp();
    const { id } = await fixture.submit(
      'verify_otp',
      { otpId: result?.['otpId'] },
      { fields: { otpCode: 'WRONG123' } },
    );
    const done = await waitForState(fixture.browser, id, SETTLED);
    expect(['refused', 'failed']).toContain(done.state);
    expect(done.error?.detail?.serviceMessage).toMatch(/otp/i);
  });

  test('error: generations never mix, in either direction', async () => {
    const enclave = await initOtp();
    await setGeneration('legacy');
    const mixed = fixture.submit(
      'verify_otp',
      { otpId: enclave.result?.['otpId'] },
      { fields: { otpCode: 'ABCDEF' } },
    );
    await expect(mixed).rejects.toMatchObject({ code: 'generation_mixed' });
    const legacy = await initOtp();
    await setGeneration('enclave');
    for (const bundle of [enclave.result?.['otpEncryptionTargetBundle'], undefined]) {
      const other = fixture.submit(
        'verify_otp',
        {
          otpId: legacy.result?.['otpId'],
          ...(bundle === undefined ? {} : { encryptedOtpBundle: bundle }),
        },
        { fields: { encryptedOtpBundle: 'ABCDEF' } },
      );
      await expect(other).rejects.toMatchObject({ code: 'generation_mixed' });
    }
  });

  test('error: a bundle from another signer is refused before anything is sealed', async () => {
    const { result } = await initOtp();
    const trust = { ...fixture.account.profile.trust, otp: fixture.account.profile.trust.signer };
    await fixture.callWithProof('profiles_save', { ...fixture.account.profile, trust });
    const bad = fixture.submit(
      'verify_otp',
      {
        otpId: result?.['otpId'],
        encryptedOtpBundle: result?.['otpEncryptionTargetBundle'],
      },
      { fields: { encryptedOtpBundle: 'ABCDEF' } },
    );
    await expect(bad).rejects.toMatchObject({ code: 'bundle_invalid' });
  });

  test('error: an invalid code is refused by its field, without repeating it', async () => {
    const { result } = await initOtp();
    const bad = fixture.submit(
      'verify_otp',
      {
        otpId: result?.['otpId'],
        encryptedOtpBundle: result?.['otpEncryptionTargetBundle'],
      },
      { fields: { encryptedOtpBundle: 'no code!' } },
    );
    const error = await bad.catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      code: 'invalid_input',
      detail: { field: 'parameters.encryptedOtpBundle' },
    });
    expect(JSON.stringify(error)).not.toContain('no code!');
  });
});
