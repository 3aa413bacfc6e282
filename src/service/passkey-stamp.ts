// Parses the header's JSON and finds the credential it names (docs/protocol.md, Stamps by
// passkeys).
import type { Authenticated } from './context.ts';
import { and, eq } from 'drizzle-orm';
import * as v from 'valibot';
import * as base64url from '../crypto/base64url.ts';
import type { Bytes } from '../crypto/bytes.ts';
import { KeystampError } from '../protocol/errors.ts';
import { passkeyAnswer, type PasskeyAnswer } from '../protocol/passkey.ts';
import { verifyAssertion } from './assertion.ts';
import type { Origins } from './client-data.ts';
import { actsAlone } from './credentials.ts';
import type { Database } from './database.ts';
import { demandOrganization } from './organization.ts';
import { unauthenticated, type Refusal } from './refusal.ts';
import { authenticators, organizations, users } from './schema.ts';

/** The deployed service's name for it in votes; the public key next to it is a COSE key. */
const SCHEME = 'SIGNATURE_SCHEME_TK_WEBAUTHN';

/** A well-formed stamp, and the header value it came from. */
export type ParsedPasskeyStamp = { readonly value: string; readonly answer: PasskeyAnswer };

/** Parses the JSON of a header, or throws 401 that names what's wrong with it. */
export function parsePasskeyStamp(value: string): ParsedPasskeyStamp {
  const parsed = v.safeParse(passkeyAnswer, parseJson(value));
  if (!parsed.success) throw unreadableStamp(faultOf(parsed.issues[0]));
  for (const [name, text] of Object.entries(parsed.output)) demandBase64url(name, text);
  return { value, answer: parsed.output };
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw unreadableStamp('it is not JSON');
  }
}

function faultOf(issue: v.BaseIssue<unknown>): string {
  const name: unknown = issue.path?.[0]?.key;
  if (typeof name !== 'string') return 'it is not a JSON object';
  const member = JSON.stringify(name.slice(0, 50));
  if (issue.expected === 'never') return `the member ${member} does not belong there`;
  if (issue.received === 'undefined') return `the member ${member} is missing`;
  return `the member ${member} is not base64url, or too long`;
}

function demandBase64url(name: string, text: string): void {
  try {
    base64url.decode(text);
  } catch (error) {
    if (!(error instanceof KeystampError)) throw error;
    throw unreadableStamp(`the member "${name}" is not base64url without padding`);
  }
}

function unreadableStamp(reason: string): Refusal {
  return unauthenticated(`could not extract webauthn stamp: ${reason}`);
}

type StampRequest = {
  readonly organizationId: string;
  readonly body: Bytes;
  readonly origins: Origins;
};

/** The caller of a valid stamp, before its sign count is compared; or throws `Refusal`. */
export async function verifyPasskeyStamp(
  db: Database,
  { value, answer }: ParsedPasskeyStamp,
  { organizationId, body, origins }: StampRequest,
): Promise<Authenticated> {
  const { credentialId } = answer;
  const [row] = await db
    .select({ passkey: authenticators, actsAlone })
    .from(authenticators)
    .innerJoin(users, eq(users.id, authenticators.userId))
    .innerJoin(organizations, eq(organizations.id, authenticators.organizationId))
    .where(
      and(
        eq(authenticators.organizationId, organizationId),
        eq(authenticators.credentialId, credentialId),
      ),
    );
  if (!row) {
    await demandOrganization(db, organizationId);
    throw credentialNotFound(organizationId, credentialId);
  }
  const { passkey } = row;
  const signCount = await verifyAssertion(answer, { body, credential: passkey, origins });
  const { id, userId, publicKey } = passkey;
  const credential = { kind: 'passkey', id, publicKey, expiresAt: Infinity } as const;
  return {
    caller: { organizationId, userId, actsAlone: row.actsAlone, credential },
    proof: { scheme: SCHEME, signature: value, passkeyUse: { credentialId, signCount } },
  };
}

/** 401 with the wording of the catalog. */
export function credentialNotFound(organizationId: string, credentialId: string): Refusal {
  return unauthenticated(
    `credential ID could not be found in organization or its parent organization organizationId=${organizationId} credentialId=${credentialId}`,
    'CREDENTIAL_NOT_FOUND',
  );
}
