// A passkey's vote: the whole stamp stands in `signature` (docs/protocol.md, Votes and Stamps by passkeys).
import * as v from 'valibot';
import * as base64url from '../crypto/base64url.ts';
import { concat, equal, fromUtf8, utf8, type Bytes } from '../crypto/bytes.ts';
import * as der from '../crypto/der.ts';
import { digestOfBody, sha256 } from '../crypto/fingerprint.ts';
import * as p256 from '../crypto/p256.ts';
import { passkeyAnswer, type PasskeyAnswer } from '../protocol/passkey.ts';
import type { Vote } from '../protocol/service-records.ts';
import { readCoseKey, type CoseKey } from './cose-key.ts';
import { verifyEd25519 } from './ed25519.ts';

export type SignedVote = Pick<Vote, 'message' | 'publicKey' | 'signature' | 'scheme'>;

export type SignatureVerdict = 'valid' | 'signature_invalid' | 'scheme_unknown' | 'domain_unknown';

const clientDataSchema = v.object({ type: v.string(), challenge: v.string(), origin: v.string() });

/** Where an assertion's flags are in the authenticator data (WebAuthn 3, 6.1), and "user present". */
const FLAGS_AT = 32;
const USER_PRESENT = 1;

/** Checks type, challenge, presence, domain and signature. `rpIds` are domains that are known to be used. */
export async function verifyAssertion(
  { message, publicKey, signature }: SignedVote,
  rpIds: readonly string[],
): Promise<SignatureVerdict> {
  const answer = readAnswer(signature);
  const key = readKey(publicKey);
  if (!answer) return 'signature_invalid';
  if (!key) return 'scheme_unknown';
  const clientDataBytes = base64url.decode(answer.clientDataJson);
  const clientData = readClientData(clientDataBytes);
  const authenticatorData = base64url.decode(answer.authenticatorData);
  const challenge = base64url.encode(utf8(await digestOfBody(message)));
  const isOfMessage =
    clientData?.type === 'webauthn.get' &&
    clientData.challenge === challenge &&
    ((authenticatorData[FLAGS_AT] ?? 0) & USER_PRESENT) === USER_PRESENT;
  if (!isOfMessage) return 'signature_invalid';
  const signed = concat(authenticatorData, await sha256(clientDataBytes));
  if (!(await isSignatureOf(key, base64url.decode(answer.signature), signed))) {
    return 'signature_invalid';
  }
  const domains = [...domainsOf(clientData.origin), ...rpIds];
  return (await isForDomain(authenticatorData, domains)) ? 'valid' : 'domain_unknown';
}

function readAnswer(signature: string): PasskeyAnswer | undefined {
  try {
    const parsed = v.safeParse(passkeyAnswer, JSON.parse(signature));
    if (!parsed.success) return undefined;
    for (const text of Object.values(parsed.output)) base64url.decode(text);
    return parsed.output;
  } catch {
    // Whatever can't be read came from outside.
    return undefined;
  }
}

function readKey(publicKey: string): CoseKey | undefined {
  try {
    return readCoseKey(base64url.decode(publicKey));
  } catch {
    return undefined;
  }
}

function readClientData(bytes: Bytes) {
  try {
    const parsed = v.safeParse(clientDataSchema, JSON.parse(fromUtf8(bytes)));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

async function isSignatureOf({ curve, bytes }: CoseKey, signature: Bytes, signed: Bytes) {
  try {
    if (curve === 'ED25519') return await verifyEd25519(bytes, signature, signed);
    return await p256.verify(bytes, der.decode(signature, der.P256_ORDER), signed);
  } catch {
    // No signature of its kind, or a key that is no point.
    return false;
  }
}

/** A page's domain and those above it: each may be the one that a passkey was made for. */
function domainsOf(origin: string): readonly string[] {
  if (!URL.canParse(origin)) return [];
  const labels = new URL(origin).hostname.split('.');
  return labels.map((_, index) => labels.slice(index).join('.')).filter(Boolean);
}

/** Whether the data is for one of these domains: it begins with the hash of its own. */
async function isForDomain(authenticatorData: Bytes, domains: readonly string[]) {
  const hashes = await Promise.all(domains.map(async (domain) => sha256(utf8(domain))));
  const ownHash = authenticatorData.subarray(0, FLAGS_AT);
  return hashes.some((hash) => equal(hash, ownHash));
}
