import { parseAddress } from '../addresses/codecs.ts';

/*
 * Texts by which an app signs its user in: ERC-4361 (Ethereum, 2021) and its sister of Solana's wallet
 * standard, "Sign In With Solana". Whoever has the signature is signed in, so a review says where, and
 * as whom. A text that only looks like one is said to be that.
 */

/** The lines after the statement, in their order. */
const FIELDS = [
  'URI',
  'Version',
  'Chain ID',
  'Nonce',
  'Issued At',
  'Expiration Time',
  'Not Before',
  'Request ID',
] as const;
type SignInField = (typeof FIELDS)[number];

export type SignIn = {
  readonly network: 'Ethereum' | 'Solana';
  /** Host, and port if it isn't the usual one: where its reader is signed in. */
  readonly domain: string;
  readonly address: string;
  /** One line. */
  readonly statement?: string;
  readonly fields: Readonly<Partial<Record<SignInField, string>>>;
  /** URIs; a line each. */
  readonly resources: readonly string[];
};

/** `address`: it isn't the account that signs. `uri`: another host than the domain. */
type SignInFault = 'address' | 'uri';

export type SignInReading =
  | { readonly is: 'sign-in'; readonly signIn: SignIn; readonly faults: readonly SignInFault[] }
  /** It begins like one, and isn't one as the standard writes it: no app should take it. */
  | { readonly is: 'broken' };

const LIKE = /\bwants you to sign in with your\b/i;
const HEAD =
  /^(?:([a-z][a-z0-9+.-]{0,30}):\/\/)?([^\s/?#@]{1,255}) wants you to sign in with your (Ethereum|Solana) account:$/;
/** RFC 3339, as both standards demand. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;
const MAX_RESOURCES = 100;

const FORMS: Readonly<Partial<Record<SignInField, RegExp>>> = {
  Version: /^1$/,
  Nonce: /^[A-Za-z0-9]{8,}$/,
  'Issued At': TIME,
  'Expiration Time': TIME,
  'Not Before': TIME,
};
/** Solana's leaves out what an app doesn't set. */
const ETHEREUM_HAS: readonly SignInField[] = ['URI', 'Version', 'Chain ID', 'Nonce', 'Issued At'];

/**
 * Reads such a text; undefined if it isn't like one.
 * @param signer who signs; compared if it is an address
 */
export function readSignIn(text: string, signer: string): SignInReading | undefined {
  if (!LIKE.test(text)) return undefined;
  const signIn = parseSignIn(text.split('\n'));
  if (!signIn) return { is: 'broken' };
  const faults: SignInFault[] = [];
  if (isAddress(signIn.network, signer) && !isSame(signIn, signer)) faults.push('address');
  const { URI: uri } = signIn.fields;
  if (uri !== undefined && URL.parse(uri)?.host !== hostOf(signIn.domain)) faults.push('uri');
  return { is: 'sign-in', signIn, faults };
}

const isAddress = (network: SignIn['network'], text: string): boolean =>
  parseAddress(network === 'Solana' ? 'ADDRESS_FORMAT_SOLANA' : 'ADDRESS_FORMAT_ETHEREUM', text).ok;

/** As a browser writes it: lower case, and without the port that https has anyway. */
const hostOf = (domain: string): string | undefined => URL.parse(`https://${domain}`)?.host;

const isSame = ({ network, address }: SignIn, signer: string): boolean =>
  network === 'Ethereum' ? address.toLowerCase() === signer.toLowerCase() : address === signer;

function parseSignIn(lines: readonly string[]): SignIn | undefined {
  const [head = '', address = '', ...rest] = lines;
  const [, , domain = '', name] = HEAD.exec(head) ?? [];
  if (!name || hostOf(domain) === undefined) return undefined;
  const network = name === 'Solana' ? name : 'Ethereum';
  if (!isAddress(network, address)) return undefined;
  const body = splitBody(rest, network);
  const tail = body && parseTail(body.tail, network);
  if (!tail) return undefined;
  const { statement } = body;
  return { network, domain, address, ...(statement === undefined ? {} : { statement }), ...tail };
}

/**
 * What stands between address and fields. Ethereum's has an empty line, the statement if there is one,
 * and another empty line; Solana's leaves out the lines of what isn't there.
 */
function splitBody(lines: readonly string[], network: SignIn['network']) {
  const [first, second, third] = lines;
  if (network === 'Solana' && lines.length === 0) return { tail: [] };
  if (first !== '') return undefined;
  if (network === 'Ethereum' && second === '') return { tail: lines.slice(2) };
  if (network === 'Solana' && isField(second)) return { tail: lines.slice(1) };
  if (!second) return undefined;
  if (network === 'Solana' && lines.length === 2) return { statement: second, tail: [] };
  return third === '' ? { statement: second, tail: lines.slice(3) } : undefined;
}

const isField = (line = ''): boolean =>
  line === 'Resources:' || FIELDS.some((name) => line.startsWith(`${name}: `));

function parseTail(
  lines: readonly string[],
  network: SignIn['network'],
): Pick<SignIn, 'fields' | 'resources'> | undefined {
  const fields: Partial<Record<SignInField, string>> = {};
  let at = 0;
  for (const name of FIELDS) {
    const line = lines[at];
    if (!line?.startsWith(`${name}: `)) continue;
    const value = line.slice(name.length + 2);
    if (value === '' && name !== 'Request ID') return undefined;
    if (FORMS[name] && !FORMS[name].test(value)) return undefined;
    if (network === 'Ethereum' && name === 'Chain ID' && !/^\d{1,78}$/.test(value))
      return undefined;
    fields[name] = value;
    at += 1;
  }
  const [title, ...entries] = lines.slice(at);
  const isWhole =
    title === undefined || (title === 'Resources:' && entries.length <= MAX_RESOURCES);
  if (!isWhole || !entries.every((entry) => /^- \S+$/.test(entry))) return undefined;
  if (network === 'Ethereum' && ETHEREUM_HAS.some((name) => fields[name] === undefined)) {
    return undefined;
  }
  return { fields, resources: entries.map((entry) => entry.slice(2)) };
}
