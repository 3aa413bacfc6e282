// Keys are only registered at a local service, and its reply is parsed strictly.
import { describe, expect, test } from 'vitest';
import { enrol } from '../../src/activities/enrol.ts';
import type { Reply } from '../../src/activities/transport.ts';
import type { StampHeader } from '../../src/protocol/passkey.ts';

const URL = 'http://127.0.0.1:8788';
const POINT = `04${'ab'.repeat(64)}`;
const INFO = { enclaveQuorumPublic: POINT, otpPublic: `04${'cd'.repeat(64)}` };
const ENROLLED = {
  organizationId: '11111111-1111-4111-8111-111111111111',
  userId: '22222222-2222-4222-8222-222222222222',
  apiKeyId: '33333333-3333-4333-8333-333333333333',
};
const KEY = {
  publicKey: '02ab',
  curve: 'P256',
  userName: 'Keystamp user',
  setUpCode: 'a-code',
};

type Sent = { readonly url: string; readonly body: string; readonly stamp: StampHeader | null };

function service(info: unknown = INFO, enrolled: unknown = ENROLLED, status = 200) {
  const sent: Sent[] = [];
  const transport = {
    post: async (url: string, body: string, stamp: StampHeader | null): Promise<Reply> => {
      sent.push({ url, body, stamp });
      const json = url.endsWith('/local/info') ? info : enrolled;
      return { status: sent.length === 2 ? status : 200, json, clockSample: undefined } as never;
    },
  };
  return { sent, transport };
}

describe('enrol', () => {
  test('behavior: asks by POST, without a stamp, and returns who the key is and whom to trust', async () => {
    const { sent, transport } = service();
    expect(await enrol(transport, `${URL}/`, KEY)).toEqual({
      ...ENROLLED,
      trust: { signer: INFO.enclaveQuorumPublic, otp: INFO.otpPublic },
    });
    const body = JSON.stringify({
      publicKey: '02ab',
      curveType: 'API_KEY_CURVE_P256',
      userName: 'Keystamp user',
      setUpCode: 'a-code',
    });
    expect(sent).toEqual([
      { url: `${URL}/local/info`, body: '{}', stamp: null },
      { url: `${URL}/local/enrol`, body, stamp: null },
    ]);
  });

  test('error: a service elsewhere receives nothing', async () => {
    const { sent, transport } = service();
    await expect(enrol(transport, 'https://service.example', KEY)).rejects.toMatchObject({
      code: 'invalid_input',
      detail: { field: 'baseUrl', reason: 'local_only' },
    });
    await expect(enrol(transport, 'no address', KEY)).rejects.toMatchObject({
      code: 'invalid_input',
      detail: { field: 'baseUrl', rule: 'service_url' },
    });
    expect(sent).toEqual([]);
  });

  test.each([
    ['not a point', { ...INFO, otpPublic: 'cd' }],
    ['a point with something before it', { ...INFO, enclaveQuorumPublic: `00${POINT}` }],
    ['a point with something after it', { ...INFO, enclaveQuorumPublic: `${POINT}00` }],
    ['nothing', {}],
  ])('error: keys to trust that are %s', async (_, info) => {
    const { sent, transport } = service(info);
    await expect(enrol(transport, URL, KEY)).rejects.toMatchObject({ code: 'service_malformed' });
    expect(sent).toHaveLength(1);
  });

  test.each(Object.keys(ENROLLED))('error: a reply without %s', async (name) => {
    const { transport } = service(INFO, { ...ENROLLED, [name]: undefined });
    await expect(enrol(transport, URL, KEY)).rejects.toMatchObject({ code: 'service_malformed' });
  });

  test('error: a refusal by the service is passed on', async () => {
    const refusal = { code: 3, message: 'malformed public key', details: [], turnkeyErrorCode: '' };
    const { transport } = service(INFO, refusal, 400);
    await expect(enrol(transport, URL, KEY)).rejects.toMatchObject({
      code: 'service_error',
      detail: { serviceMessage: 'malformed public key' },
    });
  });
});
