// One-time codes as a client asks for them, reads them and gives them back.
import { buildEncryptedBundle, openTargetBundle } from '../../src/crypto/bundle.ts';
import { utf8 } from '../../src/crypto/bytes.ts';
import { sealToTarget } from '../../src/crypto/hpke.ts';
import {
  resultOf,
  send,
  type Answer,
  type Caller,
  type Json,
  type TestService,
} from './harness.ts';

export const INIT_V2 = 'ACTIVITY_TYPE_INIT_OTP_V2';
export const INIT_V3 = 'ACTIVITY_TYPE_INIT_OTP_V3';
export const VERIFY = 'ACTIVITY_TYPE_VERIFY_OTP';
export const VERIFY_V2 = 'ACTIVITY_TYPE_VERIFY_OTP_V2';

export const request = (change: Json = {}) => ({
  otpType: 'OTP_TYPE_EMAIL',
  contact: 'name@example.com',
  appName: 'Keystamp',
  ...change,
});
export const tokenOf = (answer: Answer) => String(resultOf(answer)['verificationToken']);

/** What one user does with codes at one service. */
export function codesOf(service: TestService, root: Caller) {
  return {
    begin: async (change: Json = {}, type = INIT_V2): Promise<Json & { otpId: string }> => {
      const result = resultOf(await root.submit('init_otp', request(change), type));
      return { ...result, otpId: String(result['otpId']) };
    },
    /** The code that would have been sent. */
    sent: async (otpId: string, by: TestService = service): Promise<string> => {
      const { body } = await send(by, '/local/otp');
      const found = (body['codes'] as Json[]).find((one) => one['otpId'] === otpId);
      if (!found) throw new Error('no code');
      return String(found['code']);
    },
    verify: (parameters: Json, type = VERIFY) => root.submit('verify_otp', parameters, type),
    sealCode: async (bundle: unknown, code: string, publicKey: string): Promise<string> => {
      const { organizationId } = root;
      const pin = { pinnedPublic: service.info.otpPublic, organizationId };
      const target = await openTargetBundle(String(bundle), pin);
      const plaintext = utf8(JSON.stringify({ otp_code: code, public_key: publicKey }));
      return buildEncryptedBundle(await sealToTarget(target, plaintext));
    },
  };
}
