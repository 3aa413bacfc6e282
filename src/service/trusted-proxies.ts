// Whose word the service takes for where a request comes from.
import { BlockList, isIP, isIPv4 } from 'node:net';
import { readCidr } from '../protocol/ip-range.ts';
import { badRequest } from './refusal.ts';

/** From the fewest to the most bits of a range of proxies: private ranges have 8 (RFC 1918) and 7 (RFC 4193). */
const PROXY_BITS = { v4: [8, 32], v6: [7, 128] } as const;

/** A range of proxies, or one proxy by its address; undefined for another text. */
export function readProxyRange(text: string) {
  const bits = text.includes(':') ? 128 : 32;
  return readCidr(text.includes('/') ? text : `${text}/${bits}`, PROXY_BITS);
}

/** Finds the address of a request's client: that of the connection, unless a trusted proxy says better. */
export type FindClient = (peer: string, headers: Headers) => string;

/**
 * The client is the right-most hop that is no trusted proxy, in the one header that the proxies write:
 * what is to the left of it the client may have written. Throws a `Refusal` (400) for headers that leave it open,
 * which a trusted proxy doesn't send if it is set up as docs/running.md says. `ranges` are what `readProxyRange` reads.
 */
export function createFindClient(ranges: readonly string[]): FindClient {
  const proxies = new BlockList();
  for (const text of ranges) {
    const range = readProxyRange(text);
    if (!range) throw new Error(`${text} is no range of addresses`);
    proxies.addSubnet(range.address, range.bits, range.isV6 ? 'ipv6' : 'ipv4');
  }
  // It knows addresses of IPv4 as a socket of both families names them, too: `::ffff:127.0.0.1`.
  const isTrusted = (address: string) =>
    isIP(address) !== 0 && proxies.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
  return (peer, headers) => {
    if (!isTrusted(peer)) return peer;
    let client = peer;
    for (const hop of readHops(headers).toReversed()) {
      client = hop();
      if (!isTrusted(client)) break;
    }
    return client;
  };
}

/** From left to right; each is read when it is asked for, because a client may write those at the left. */
function readHops(headers: Headers): readonly (() => string)[] {
  const listed = headers.get('X-Forwarded-For');
  const described = headers.get('Forwarded');
  if (listed !== null && described !== null) {
    throw badRequest(
      'X-Forwarded-For and Forwarded are both present: the proxy must remove the one that it does not write',
    );
  }
  if (listed !== null) {
    return listed.split(',').map((hop) => () => readNode(hop.trim(), 'X-Forwarded-For'));
  }
  return described === null ? [] : splitOutsideQuotes(described).map((hop) => () => readFor(hop));
}

const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`;
/** An element of `Forwarded` (RFC 7239, 4). A quote that isn't closed stays in one element with all after it. */
const ELEMENT = new RegExp(`(?:${QUOTED}|[^",]|"[^]*$)+`, 'g');
const splitOutsideQuotes = (text: string): readonly string[] => text.match(ELEMENT) ?? [''];

const TOKEN = String.raw`[\w!#$%&'*+.^\`|~-]+`;
const PAIR = new RegExp(`^(${TOKEN})=(?:(${TOKEN})|"([^"\\\\]*)")$`);

/** The address in `for` of one element. */
function readFor(element: string): string {
  const values = element.split(';').flatMap((text) => {
    const [, name = '', token, quoted] = PAIR.exec(text.trim()) ?? [];
    if (name === '') throw unreadable('Forwarded');
    return name.toLowerCase() === 'for' ? [token ?? quoted ?? ''] : [];
  });
  const [value] = values;
  if (value === undefined || values.length > 1) throw unreadable('Forwarded');
  return readNode(value, 'Forwarded');
}

/** With a port, an address of IPv6 is in brackets (RFC 7239, 6). */
const NODE = /^(?:\[([\da-f:.]+)\](?::\d{1,5})?|([\d.]+)(?::\d{1,5})?|([\da-f:.]+))$/i;

function readNode(text: string, header: string): string {
  const [, bracketed, plain, bare] = NODE.exec(text) ?? [];
  const address = bracketed ?? plain ?? bare ?? '';
  if (isIP(address) === 0 || (bracketed !== undefined && isIPv4(address))) throw unreadable(header);
  return address;
}

const unreadable = (header: string) =>
  badRequest(`${header} has no address of the client where the trusted proxy adds it`);
