import { NEEDED_JOINER_SOURCE } from './joiners.ts';
import { decodePunycode } from './punycode.ts';
import type { Rule } from './rules.ts';

/*
 * What an e-mail address or a phone number is, as it is sent. The service's own rules are called
 * `email`, `tk_email` and `e164` and are not published (docs/protocol.md, Request and response
 * envelope): these refuse what no mail system and no telephone network takes.
 */

/** RFC 5321, 4.5.3.1: octets before the `@`, and of the whole address. */
const MAX_LOCAL_OCTETS = 64;
const MAX_LENGTH = 254;

/** RFC 5322 atext, and letters of any script (RFC 6532). No quoted texts, which nobody uses. */
const LOCAL = String.raw`^(?:[\p{L}\p{M}\p{N}!#$%&'*+/=?^_{|}~.\x60-]|${NEEDED_JOINER_SOURCE})+$`;
let local: RegExp | undefined;
/** Made with the first address: browsers read it for a third of a millisecond. */
const localPart = (): RegExp => (local ??= new RegExp(LOCAL, 'u'));

/** RFC 1035, 2.3.1; the last label has letters, or is one of another script in ASCII (RFC 5890). */
const DOMAIN =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/i;

/** Whether a browser writes the letters of such a label so: UTS 46 knows letters that are none. */
function isForeignLabel(label: string): boolean {
  const letters = decodePunycode(label.slice(ACE.length)) ?? '';
  const url = `http://${letters}.example`;
  return (
    !/^-|^..--|-$|^$/u.test(letters) &&
    URL.canParse(url) &&
    new URL(url).hostname === `${label}.example`
  );
}

const ACE = 'xn--';

function isMailDomain(domain: string): boolean {
  const labels = domain.toLowerCase().split('.');
  return DOMAIN.test(domain) && labels.every((one) => !one.startsWith(ACE) || isForeignLabel(one));
}

/** Why a text isn't an e-mail address with its domain in ASCII; undefined for one. */
export function emailRule(value: string): Rule | undefined {
  if (value.length > MAX_LENGTH) return 'email_length';
  const at = value.lastIndexOf('@');
  const [name, domain] = [value.slice(0, Math.max(at, 0)), value.slice(at + 1)];
  if (name === '' || domain === '') return 'email';
  if (!localPart().test(name)) return 'email_characters';
  if (new TextEncoder().encode(name).length > MAX_LOCAL_OCTETS) return 'email_length';
  if (/^\.|\.\.|\.$/.test(name)) return 'email_dots';
  return isMailDomain(domain) ? undefined : 'email_domain';
}

/** Why a text isn't a number in the form of E.164, `+` and 7 to 15 digits; undefined for one. */
export function phoneRule(value: string): Rule | undefined {
  if (!value.startsWith('+')) return 'phone';
  if (!/^\+\d*$/.test(value)) return 'phone_characters';
  if (value.startsWith('+0')) return 'phone_country';
  return /^\+\d{7,15}$/.test(value) ? undefined : 'phone_length';
}

/** Why a text is neither; what has an `@` is meant as an e-mail address. */
export function contactRule(value: string): Rule | undefined {
  if (value.includes('@')) return emailRule(value);
  return value.startsWith('+') ? phoneRule(value.replace(/[\s-]/g, '')) : 'contact';
}
