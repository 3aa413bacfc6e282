import * as v from 'valibot';
import { KeystampError } from '../../../protocol/errors.ts';
import { rpId } from '../../../protocol/passkey.ts';
import type { OptionsEffects } from '../effects.ts';

/*
 * The domain that passkeys were made for. A page of the extension may claim one where the browser lets
 * the extension reach it (docs/protocol.md, Stamps by passkeys).
 */

/** A browser's family and major version. */
export type BrowserVersion = {
  readonly family: 'chromium' | 'firefox';
  readonly version: number;
};

/** The first versions in which extensions may claim a domain (MDN, Use Web Authn API). */
export const MIN_VERSIONS = { chromium: 122, firefox: 150 } as const;

/** Whether a browser lets an extension claim a domain; one that does not tell may try. */
export function canClaimDomain(browser: BrowserVersion | null): boolean {
  return browser === null || browser.version >= MIN_VERSIONS[browser.family];
}

export type DomainResult =
  { readonly ok: true; readonly domain: string } | { readonly ok: false; readonly fault: string };

/** Keys of the words for what is wrong with a domain. */
const EMPTY = 'authorization.domain.empty';
const MALFORMED = 'authorization.domain.malformed';
const ADDRESS = 'authorization.domain.address';

/**
 * Reads a domain as a person types it: without scheme, port and path, or as the address of a page,
 * whose host counts. Other letters than a to z become their punycode, as browsers have it.
 */
export function readDomain(text: string): DomainResult {
  const typed = text.trim();
  if (typed === '') return { ok: false, fault: EMPTY };
  const address = typed.includes('://') ? typed : `https://${typed}`;
  if (!URL.canParse(address)) return { ok: false, fault: MALFORMED };
  const { protocol, hostname, host, pathname, search, hash, username } = new URL(address);
  const isBare = host === hostname && pathname === '/' && search + hash + username === '';
  if (protocol !== 'https:' || (!isBare && !typed.includes('://'))) {
    return { ok: false, fault: MALFORMED };
  }
  if (/^[\d.]+$|^\[/.test(hostname)) return { ok: false, fault: ADDRESS };
  const parsed = v.safeParse(rpId, hostname);
  return parsed.success ? { ok: true, domain: parsed.output } : { ok: false, fault: MALFORMED };
}

/**
 * Asks for leave to reach a domain, that host alone. Call it first thing in the click. Nothing is asked
 * for the extension's own origin, and for loopback.
 * @throws `host_permission_missing` when the person says no
 */
export async function requestDomainPermission(
  { requestOriginPermission }: Pick<OptionsEffects, 'requestOriginPermission'>,
  domain: string | null,
): Promise<void> {
  if (domain === null || domain === 'localhost') return;
  if (await requestOriginPermission(`https://${domain}`)) return;
  throw new KeystampError('host_permission_missing', undefined, { field: 'passkeys.rpId' });
}
