// One-time codes the way a client requests, reads and submits them.
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { buildEncryptedBundle, openTargetBundle } from '../../src/crypto/bundle.ts';
import { fromHex, utf8 } from '../../src/crypto/bytes.ts';
import { sealToTarget } from '../../src/crypto/hpke.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import {
  enrol,
  freshService,
  openMemory,
  readSent,
  resultOf,
  type Answer,
  type Caller,
  type Json,
  type TestService,
} from './harness.ts';

export const INIT_V2 = 'ACTIVITY_TYPE_INIT_OTP_V2';
export const INIT_V3 = 'ACTIVITY_TYPE_INIT_OTP_V3';
const VERIFY = 'ACTIVITY_TYPE_VERIFY_OTP';
export const VERIFY_V2 = 'ACTIVITY_TYPE_VERIFY_OTP_V2';
export const MASTER = fromHex('22'.repeat(32));

export let database: OpenDatabase;
export let service: TestService;
export let root: Caller;

/** Gives each test of a file a fresh service, over one database for the file. */
export function useOneTimeCodes(): void {
  beforeAll(async () => {
    database = await openMemory();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    service = await freshService(database, {}, MASTER);
    root = await enrol(service);
  });
}

export const otpRequest = (change: Json = {}) => ({
  otpType: 'OTP_TYPE_EMAIL',
  contact: 'name@example.com',
  appName: 'Keystamp',
  ...change,
});
export const tokenOf = (answer: Answer) => String(resultOf(answer)['verificationToken']);

export async function startOtp(
  change: Json = {},
  type = INIT_V2,
): Promise<Json & { otpId: string }> {
  const result = resultOf(await root.submit('init_otp', otpRequest(change), type));
  return { ...result, otpId: String(result['otpId']) };
}

/** The code that would have been sent. */
export async function sentCode(otpId: string, from: TestService = service): Promise<string> {
  const { body } = await readSent(from);
  const found = (body['codes'] as Json[]).find((item) => item['otpId'] === otpId);
  if (!found) throw new Error('no code');
  return String(found['code']);
}

export const verifyOtp = (parameters: Json, type = VERIFY) =>
  root.submit('verify_otp', parameters, type);

export async function sealCode(bundle: unknown, code: string, publicKey: string): Promise<string> {
  const { organizationId } = root;
  const trust = { pinnedPublic: service.info.otpPublic, organizationId };
  const target = await openTargetBundle(String(bundle), trust);
  const plaintext = utf8(JSON.stringify({ otp_code: code, public_key: publicKey }));
  return buildEncryptedBundle(await sealToTarget(target, plaintext));
}
