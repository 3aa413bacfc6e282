import * as v from 'valibot';
import { KeystampError } from '../../../protocol/errors.ts';
import { rpId } from '../../../protocol/passkey.ts';
import type { BrowserVersion, TabEffects } from '../../page/effects.ts';

/*
 * The domain that passkeys were created for. An extension page may claim a domain if the browser
 * lets the extension access it (docs/protocol.md, Stamps by passkeys).
 */

/** The first versions that let extensions claim a domain (MDN, Use Web Authn API). */
export const MIN_VERSIONS = { chromium: 122, firefox: 150 } as const;

/** Whether a browser lets an extension claim a domain. An unknown browser may try. */
export function canClaimDomain(browser: BrowserVersion | null): boolean {
  return browser === null || browser.version >= MIN_VERSIONS[browser.family];
}

export type DomainResult =
  { readonly ok: true; readonly domain: string } | { readonly ok: false; readonly fault: string };

/** Keys of the texts for what's wrong with a domain. */
const EMPTY = 'authorization.domain.empty';
const MALFORMED = 'authorization.domain.malformed';
const ADDRESS = 'authorization.domain.address';

/**
 * Reads a domain as the user typed it: without scheme, port and path, or as the address of a page,
 * whose host counts. Non-Latin letters become punycode, as in browsers.
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
 * Asks the user to allow access to a domain, and to no other host. Call it first in the click
 * handler. The extension's own origin and loopback need no permission.
 * @throws `host_permission_missing` if the user says no
 */
export async function requestDomainPermission(
  { requestOriginPermission }: Pick<TabEffects, 'requestOriginPermission'>,
  domain: string | null,
): Promise<void> {
  if (domain === null || domain === 'localhost') return;
  if (await requestOriginPermission(`https://${domain}`)) return;
  const detail = { field: 'passkeys.rpId', reason: 'host_declined' } as const;
  throw new KeystampError('host_permission_missing', undefined, detail);
}
