import { WebauthnStamper } from '@turnkey/webauthn-stamper';
import { describe, expect, test, vi } from 'vitest';
import { fromHex, toHex, utf8 } from '../../../src/crypto/bytes.ts';
import { digestOfBody, sha256 } from '../../../src/crypto/fingerprint.ts';
import { challengeOf, createAuthenticator } from '../../../src/client/passkey/authenticator.ts';
import { approveByPasskey, promptForStamp } from '../../../src/client/passkey/stamping.ts';
import type { PasskeyAnswer } from '../../../src/protocol/passkey.ts';
import type { PendingRequestDetails } from '../../../src/protocol/pending-request.ts';
import { verifyAssertion } from '../../../src/service/assertion.ts';
import { createPasskeyStamper } from '../../../src/vault/passkey-stamper.ts';
import { readCaptured, hasCaptured, skipNote } from '../../crypto/captured.ts';
import { ownOrigin, profileWith } from '../../vault/passkey-profile.ts';
import {
  createAuthenticator as createPasskey,
  type Assertion,
  type Authenticator,
} from '../../webauthn/authenticator.ts';
import {
  assertionCredential,
  createContainer,
  stubBrowserCredentials,
} from '../fake-credentials.ts';

/*
 * Given the same assertion, our stamp equals the one from the vendor's stamper.
 */

stubBrowserCredentials();

const BODIES = [
  'hello',
  '',
  '{"type":"ACTIVITY_TYPE_UPDATE_WALLET","timestampMs":"1700000000000","parameters":{}}',
  '{"organizationId":"o","parameters":{"walletName":"Zürich ☃ 💶"}}',
  `{"notes":"${'long '.repeat(10_000)}"}`,
];

/** A browser with one passkey. The same challenge gets the same assertion, whoever asks. */
function createPasskeyBrowser(passkey: Authenticator) {
  const prompts: PublicKeyCredentialRequestOptions[] = [];
  const answers = new Map<string, Assertion>();
  const get = async ({ publicKey }: CredentialRequestOptions = {}) => {
    if (!publicKey) throw new Error('asked for no passkey');
    prompts.push(publicKey);
    const challenge = Buffer.from(publicKey.challenge as Uint8Array);
    const known = answers.get(challenge.toString('hex'));
    const answer = known ?? passkey.assert(challenge);
    answers.set(challenge.toString('hex'), answer);
    return assertionCredential(answer);
  };
  return {
    prompts,
    container: createContainer({ get }),
    assertionCount: () => answers.size,
  };
}

const PASSKEY_OPTIONS = { origin: ownOrigin, rpId: 'wallet.example' };
const later = () => () => undefined;

async function stampByKeystamp(
  browser: ReturnType<typeof createPasskeyBrowser>,
  passkey: Authenticator,
  body: string,
) {
  const profile = profileWith(passkey.credentialId, 'wallet.example');
  const authenticator = createAuthenticator({ container: browser.container, later });
  const allow = [{ id: passkey.credentialId, transports: ['internal'] as const }];
  const prompt = { rpId: 'wallet.example', allow };
  const answer = await promptForStamp(authenticator, await digestOfBody(body), prompt);
  return createPasskeyStamper({ profile, answer, ownOrigin }).stamp(body);
}

async function stampByVendor(
  browser: ReturnType<typeof createPasskeyBrowser>,
  passkey: Authenticator,
  body: string,
) {
  vi.stubGlobal('navigator', { credentials: browser.container });
  const id = Uint8Array.from(Buffer.from(passkey.credentialId, 'base64url'));
  const stamper = new WebauthnStamper({
    rpId: 'wallet.example',
    allowCredentials: [{ type: 'public-key', id, transports: ['internal'] }],
  });
  return stamper.stamp(body);
}

describe.each(['ES256', 'RS256'] as const)('against @turnkey/webauthn-stamper, %s', (algorithm) => {
  const passkey = createPasskey({ alg: algorithm, ...PASSKEY_OPTIONS });

  test.each(BODIES.map((body) => [body.slice(0, 40), body] as const))(
    'behavior: the same header and the same text for %j',
    async (_, body) => {
      const browser = createPasskeyBrowser(passkey);
      const { stampHeaderName, stampHeaderValue } = await stampByVendor(browser, passkey, body);
      const { header, value } = await stampByKeystamp(browser, passkey, body);
      expect(header).toBe(stampHeaderName);
      expect(value).toBe(stampHeaderValue);
      // One challenge, so one assertion.
      expect(browser.assertionCount()).toBe(1);
    },
  );

  test('behavior: both ask the browser for the same', async () => {
    const browser = createPasskeyBrowser(passkey);
    await stampByVendor(browser, passkey, 'hello');
    await stampByKeystamp(browser, passkey, 'hello');
    const [theirs, own] = browser.prompts;
    expect(own).toEqual(theirs);
  });

  test('behavior: the stamp contains the signed assertion', async () => {
    const { value } = await stampByKeystamp(createPasskeyBrowser(passkey), passkey, 'hello');
    const body = utf8('hello');
    const { publicKey } = passkey;
    const rpIdHash = toHex(await sha256(utf8('wallet.example')));
    const expected = { body, credential: { publicKey, rpIdHash }, origins: [ownOrigin] };
    const answer = JSON.parse(value) as PasskeyAnswer;
    // The signature count in the stamp.
    expect(await verifyAssertion(answer, expected)).toBeGreaterThan(0);
    expect(answer.credentialId).toBe(passkey.credentialId);
  });
});

type Vectors = {
  readonly challengeVectors: readonly Record<string, string>[];
  readonly stampShape: {
    readonly header: string;
    readonly members: readonly string[];
    readonly valueIsRawJson: boolean;
  };
  readonly docsErratum: Readonly<Record<'docsBody' | 'actualSha256' | 'docsClaims', string>>;
};

describe.runIf(hasCaptured)(`against captured stamps${skipNote}`, () => {
  const { challengeVectors, stampShape, docsErratum } = readCaptured('turnkey-webauthn') as Vectors;

  test('behavior: the challenge of each body, alone and in the client data', async () => {
    expect(challengeVectors.length).toBeGreaterThan(0);
    for (const vector of challengeVectors) {
      const body = vector['body'] ?? '';
      const digest = await digestOfBody(body);
      expect(digest).toBe(vector['sha256Hex']);
      const challenge = Buffer.from(challengeOf(digest));
      expect(challenge.toString('utf8')).toBe(vector['challengeUtf8']);
      expect(challenge.toString('base64')).toBe(vector['challengeBase64']);
      const passkey = createPasskey(PASSKEY_OPTIONS);
      const { value } = await stampByKeystamp(createPasskeyBrowser(passkey), passkey, body);
      const { clientDataJson = '' } = JSON.parse(value) as Record<string, string>;
      expect(JSON.parse(Buffer.from(clientDataJson, 'base64url').toString())).toMatchObject({
        challenge: vector['challengeBase64url_in_clientDataJSON'],
      });
    }
  });

  test('behavior: the header, its plain JSON and the order of its members', async () => {
    const passkey = createPasskey(PASSKEY_OPTIONS);
    const { header, value } = await stampByKeystamp(
      createPasskeyBrowser(passkey),
      passkey,
      'hello',
    );
    expect(header).toBe(stampShape.header);
    expect(stampShape.valueIsRawJson).toBe(true);
    expect(Object.keys(JSON.parse(value) as object)).toEqual(stampShape.members);
  });

  test('behavior: a body has its own hash, not the one in the docs’ example', async () => {
    const digest = await digestOfBody(docsErratum.docsBody);
    expect(digest).toBe(docsErratum.actualSha256);
    expect(digest).not.toBe(docsErratum.docsClaims);
  });
});

describe('challengeOf', () => {
  test('behavior: is the text of the digest, not its bytes', () => {
    const digest = '0f'.repeat(32);
    expect(challengeOf(digest)).toHaveLength(64);
    expect(challengeOf(digest)).not.toEqual(fromHex(digest));
    expect(Buffer.from(challengeOf(digest)).toString()).toBe(digest);
  });
});

describe('approveByPasskey', () => {
  const passkey = createPasskey(PASSKEY_OPTIONS);
  const digest = '0f'.repeat(32);
  const prompt = { rpId: 'wallet.example', allow: [] };
  const authenticator = () => {
    const { container, prompts } = createPasskeyBrowser(passkey);
    return { prompts, ...createAuthenticator({ container, later }) };
  };
  const detailsOf = (details: object) => details as PendingRequestDetails;

  test('behavior: approves the digest that the passkey signed, and nothing more', async () => {
    const asked = authenticator();
    const details = detailsOf({ digest, stampChoice: { prompt } });
    const decision = await approveByPasskey(asked, details);
    const { challenge, userVerification } = asked.prompts[0] ?? {};
    expect(challenge).toEqual(challengeOf(digest));
    expect(userVerification).toBe('preferred');
    expect(decision).toMatchObject({
      kind: 'approve',
      digest,
      by: { method: 'passkey', answer: { credentialId: passkey.credentialId } },
      grant: null,
    });
  });

  test.each([
    ['there is nothing to sign yet', { digest: null, stampChoice: { prompt } }, 'approval_changed'],
    ['there is no passkey', { digest, stampChoice: { prompt: null } }, 'passkey_missing'],
  ])('error: %s', async (_, details, code) => {
    const asked = authenticator();
    const approval = approveByPasskey(asked, detailsOf(details));
    await expect(approval).rejects.toMatchObject({ code });
    expect(asked.prompts).toEqual([]);
  });
});
