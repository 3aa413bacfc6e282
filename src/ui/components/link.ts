import { KeystampError } from '../../protocol/errors.ts';
import { readBaseUrl, type Profile } from '../../protocol/profile.ts';

/** An address that may be opened, as it is shown and as it is opened: one text for both. */
export type Link = { readonly href: string; readonly host: string };

/**
 * Reads an address in a service's response. https anywhere; http only at the very origin of a
 * profile whose own service is on loopback. Everything else is refused: `javascript:` and `data:`
 * (docs/threats.md, 21), credentials in the address, other schemes, unreadable text. A
 * host in other scripts is given in punycode.
 * @throws `link_refused`
 */
export function readLink(text: unknown, profile: Pick<Profile, 'baseUrl'>): Link {
  if (typeof text !== 'string' || !URL.canParse(text)) throw new KeystampError('link_refused');
  const url = new URL(text);
  const service = readBaseUrl(profile.baseUrl);
  const own = service.ok && service.loopback && url.origin === service.origin;
  const secure = url.protocol === 'https:';
  if (!secure && !(url.protocol === 'http:' && own)) throw new KeystampError('link_refused');
  if (url.username || url.password || !url.hostname) throw new KeystampError('link_refused');
  return { href: url.href, host: url.host };
}
