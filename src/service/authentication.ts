// Who is asking: stamp or session, organization, credential, signature, expiry. For the wording of
// each refusal see docs/protocol.md, Refusals and their words.
import type { Bytes } from '../crypto/bytes.ts';
import { createApiKeyVerifier, parseApiKeyStamp } from './api-key-stamp.ts';
import type { Origins } from './client-data.ts';
import type { Authenticated, Caller } from './context.ts';
import type { Database } from './database.ts';
import { isId } from './ids.ts';
import { parsePasskeyStamp, verifyPasskeyStamp } from './passkey-stamp.ts';
import { authenticateReadSession } from './read-session.ts';
import { invalid, unauthenticated } from './refusal.ts';
import { demandUse } from './sign-count.ts';

/** The parts of a request that authentication needs. */
export type AuthenticationRequest = {
  readonly headers: Headers;
  readonly body: Bytes;
  /** From the body, unchecked. */
  readonly organizationId: unknown;
};

/** Returns who is asking, or throws `Refusal`. */
export function createAuthentication(deps: {
  readonly db: Database;
  readonly clock: () => number;
  readonly origins: Origins;
}) {
  const { db, clock, origins } = deps;
  const apiKeyVerifier = createApiKeyVerifier(db, clock);

  async function authenticateByStamp(
    request: AuthenticationRequest,
    stampHeader: StampHeader,
    fresh: boolean,
  ): Promise<Authenticated> {
    const { body } = request;
    if (stampHeader.kind === 'passkey') {
      const stamp = parsePasskeyStamp(stampHeader.value);
      const organizationId = parseOrganizationId(request.organizationId);
      return verifyPasskeyStamp(db, stamp, { organizationId, body, origins });
    }
    const stamp = parseApiKeyStamp(stampHeader.value);
    const organizationId = parseOrganizationId(request.organizationId);
    return apiKeyVerifier.verify(stamp, { organizationId, body, fresh });
  }

  return {
    /** By stamp or session. */
    query: async (request: AuthenticationRequest): Promise<Caller> => {
      const stampHeader = findStampHeader(request.headers);
      const session = request.headers.get('X-Session');
      if (!stampHeader && session) {
        const organizationId = parseOrganizationId(request.organizationId);
        return authenticateReadSession(db, session, organizationId, clock());
      }
      if (!stampHeader) throw unauthenticated(NO_STAMP, 'SIGNATURE_MISSING');
      const authenticated = await authenticateByStamp(request, stampHeader, true);
      await demandUse(db, authenticated);
      return authenticated.caller;
    },
    /** By stamp. The caller that runs the submit counts the use of a passkey. */
    submit: async (request: AuthenticationRequest): Promise<Authenticated> => {
      const stampHeader = findStampHeader(request.headers);
      if (stampHeader) return authenticateByStamp(request, stampHeader, false);
      const hint = request.headers.has('X-Session') ? ': a read-only session only reads' : '';
      throw unauthenticated(NO_STAMP + hint, 'SIGNATURE_MISSING');
    },
    forget: apiKeyVerifier.forget,
  };
}
export type Authentication = ReturnType<typeof createAuthentication>;

const NO_STAMP =
  'cannot authenticate public API activity request without a stamp (X-Stamp/X-Stamp-Webauthn header)';

type StampHeader = { readonly kind: 'api-key' | 'passkey'; readonly value: string };

/** Passkeys stamp in either header, API keys in one; base64url doesn't begin with a brace. */
function findStampHeader(headers: Headers): StampHeader | undefined {
  const value = headers.get('X-Stamp');
  const passkey = headers.get('X-Stamp-Webauthn');
  if (value && passkey) {
    throw unauthenticated(
      'malformed activity stamp: there is one in X-Stamp and one in X-Stamp-Webauthn',
    );
  }
  if (passkey) return { kind: 'passkey', value: passkey };
  return value ? { kind: value.startsWith('{') ? 'passkey' : 'api-key', value } : undefined;
}

/** A well-formed organization id, in lowercase. */
function parseOrganizationId(value: unknown): string {
  if (isId(value)) return value.toLowerCase();
  throw invalid('malformed organization ID provided', 'INVALID_ORGANIZATION_ID');
}
