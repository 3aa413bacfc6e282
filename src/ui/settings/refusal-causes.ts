import type { WireError } from '../../protocol/errors.ts';

/** The possible causes of a declined `whoami`; each has a title and advice. */
const REFUSAL_CAUSES = [
  'organization',
  'key',
  'expired',
  'clock',
  'signature',
  'rights',
  'down',
] as const;
export type RefusalCause = (typeof REFUSAL_CAUSES)[number];

/** The causes that each service code suggests (docs/protocol.md, Refusals and their words). */
const CAUSES_BY_CODE: Readonly<Record<string, readonly RefusalCause[]>> = {
  // The service looks up keys within one organization, so the organization may be wrong instead.
  PUBLIC_KEY_NOT_FOUND: ['key', 'organization'],
  CREDENTIAL_NOT_FOUND: ['key', 'organization'],
  CREDENTIAL_CONFLICT: ['organization'],
  ORGANIZATION_NOT_FOUND: ['organization'],
  INVALID_ORGANIZATION_ID: ['organization'],
  ORGANIZATION_MISMATCH: ['organization'],
  API_KEY_EXPIRED: ['expired'],
  INVALID_TIME: ['clock'],
  SIGNATURE_INVALID: ['signature'],
  SIGNATURE_MISSING: ['signature'],
  REQUEST_NOT_AUTHORIZED: ['rights'],
  API_OPERATIONS_DISABLED: ['rights'],
};

/**
 * The likely causes of a declined or failed check, most likely first. Empty if the error speaks for
 * itself. The service's code counts first, then its message, then the HTTP status.
 */
export function causesOf(error: WireError): readonly RefusalCause[] {
  const { serviceCode, serviceMessage = '', status } = error.detail ?? {};
  if (serviceCode && Object.hasOwn(CAUSES_BY_CODE, serviceCode))
    return CAUSES_BY_CODE[serviceCode] ?? [];
  if (/expired/i.test(serviceMessage)) return ['expired'];
  if (/timestamp|liveness|clock|stale|too (?:old|far)/i.test(serviceMessage)) return ['clock'];
  if (/public key/i.test(serviceMessage)) return ['key', 'organization'];
  if (/organization/i.test(serviceMessage)) return ['organization'];
  if (status === 401) return ['key', 'organization', 'expired', 'clock'];
  if (status === 403) return ['rights'];
  const isDown = ['service_unreachable', 'service_timeout', 'service_not_json'].includes(
    error.code,
  );
  // A reason says more, such as where the URL leads.
  return isDown && !error.detail?.reason ? ['down'] : [];
}
