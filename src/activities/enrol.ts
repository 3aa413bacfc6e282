import * as v from 'valibot';
import { KeystampError } from '../protocol/errors.ts';
import { uuid } from '../protocol/fields.ts';
import { parseOrThrow } from '../protocol/parse.ts';
import { readBaseUrl, type BundleTrust } from '../protocol/profile.ts';
import type { Reply, Transport } from './transport.ts';
import { classifyReply } from './reply-outcome.ts';

const publicPoint = v.pipe(v.string(), v.regex(/^04[0-9a-f]{128}$/));
const enrolmentReply = v.object({ organizationId: uuid, userId: uuid, apiKeyId: uuid });
const serviceInfo = v.object({ enclaveQuorumPublic: publicPoint, otpPublic: publicPoint });

/** What a local service returns for a key: whom it stamps for now, and the keys to trust there. */
export type Enrolment = v.InferOutput<typeof enrolmentReply> & {
  readonly trust: BundleTrust;
};

/** A public key to register. */
export type KeyRegistration = {
  readonly publicKey: string;
  readonly curve: string;
  readonly userName: string;
  /** What lets a key in, once: the service printed it, or its set-up link had it. */
  readonly setUpCode: string;
};

/**
 * Registers a public key at a local service. Errors: `invalid_input` if the address isn't on this
 * computer, and those of a request.
 */
export async function enrol(
  transport: Transport,
  baseUrl: string,
  { publicKey, curve, userName, setUpCode }: KeyRegistration,
): Promise<Enrolment> {
  const address = readBaseUrl(baseUrl);
  if (!address.ok || !address.loopback) {
    const why = address.ok ? ({ reason: 'local_only' } as const) : { rule: address.rule };
    throw new KeystampError('invalid_input', undefined, { field: 'baseUrl', ...why });
  }
  const { url } = address;
  const trust = await readLocalTrust(transport, url);
  const curveType = `API_KEY_CURVE_${curve}`;
  const body = JSON.stringify({ publicKey, curveType, userName, setUpCode });
  const reply = await transport.post(`${url}/local/enrol`, body, null);
  return { ...parseReply(enrolmentReply, reply), trust };
}

/** The keys that a local service says are its own. Errors: those of a request. */
export async function readLocalTrust(transport: Transport, url: string): Promise<BundleTrust> {
  // A POST: Firefox sends no origin with an extension's GET, and the service uses the origin to
  // tell extensions from web pages.
  const reply = await transport.post(`${url}/local/info`, '{}', null);
  const { enclaveQuorumPublic, otpPublic } = parseReply(serviceInfo, reply);
  return { signer: enclaveQuorumPublic, otp: otpPublic };
}

function parseReply<T>(schema: v.GenericSchema<unknown, T>, reply: Reply): T {
  const outcome = classifyReply(reply, 0);
  if (outcome.kind !== 'answer') throw outcome.error;
  return parseOrThrow(schema, outcome.value, '', 'service_malformed');
}
