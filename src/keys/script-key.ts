// Bitcoin keys that say their script: Electrum's `p2wpkh:WIF`, and Bitcoin Core's output descriptors
// (BIP-380 to BIP-386).
import { ascii, BASE58, countStrays, findStray, HEX, startsWith } from './alphabets.ts';
import { readBase58 } from './base58.ts';
import { descriptorChecksum } from './descriptor-checksum.ts';
import type { CurveCandidate, EncodedKey, EncodingReader } from './encoding-reader.ts';
import { partOf, type PastedText } from './pasted-text.ts';
import { refuse } from './refusal.ts';

type ScriptForm = 'electrum' | 'descriptor';

/** A script around one key, as both forms write it, and the ends of its address formats' names. */
const ELECTRUM_SCRIPTS: Readonly<Record<string, readonly string[] | null>> = {
  p2pkh: ['P2PKH'],
  p2wpkh: ['P2WPKH'],
  'p2wpkh-p2sh': ['P2SH'],
  // Of a wallet with several signers. One of its keys has no address.
  p2sh: null,
  p2wsh: null,
  'p2wsh-p2sh': null,
};
const DESCRIPTOR_SCRIPTS: Readonly<Record<string, readonly string[]>> = {
  pkh: ['P2PKH'],
  wpkh: ['P2WPKH'],
  'sh(wpkh': ['P2SH'],
  tr: ['P2TR'],
  combo: ['P2PKH', 'P2WPKH', 'P2SH'],
};
const OTHER_DESCRIPTORS = ['pk', 'sh', 'wsh', 'rawtr', 'multi', 'sortedmulti', 'musig'];
/** Descriptors without a key. */
const KEYLESS_DESCRIPTORS = ['addr', 'raw'];

/** Both forms. The candidate has the formats of the script only. */
export const readScriptKey: EncodingReader = (pasted) =>
  readElectrum(pasted) ?? readDescriptor(pasted);

function readElectrum(pasted: PastedText): EncodedKey | undefined {
  const { bytes } = pasted;
  const script = Object.keys(ELECTRUM_SCRIPTS).find((name) => startsWith(bytes, `${name}:`));
  if (script === undefined) return undefined;
  const ends = ELECTRUM_SCRIPTS[script];
  const start = script.length + 1;
  const key = readWif(partOf(pasted, bytes.subarray(start)), 'electrum');
  return ends
    ? withFormats(key, ends, 'electrum')
    : refuse('other_script', { encoding: 'electrum' });
}

function readDescriptor(pasted: PastedText): EncodedKey | undefined {
  const { bytes } = pasted;
  const startsAs = (name: string) => startsWith(bytes, `${name}(`);
  const known = [...Object.keys(DESCRIPTOR_SCRIPTS), ...OTHER_DESCRIPTORS, ...KEYLESS_DESCRIPTORS];
  if (!known.some(startsAs)) return undefined;
  const end = endOfScript(pasted);
  if (KEYLESS_DESCRIPTORS.some(startsAs)) refuse('not_a_key', { encoding: 'descriptor' });
  const script = Object.keys(DESCRIPTOR_SCRIPTS).find(startsAs);
  const ends = script === undefined ? undefined : DESCRIPTOR_SCRIPTS[script];
  if (script === undefined || !ends) return refuse('other_script', { encoding: 'descriptor' });
  const closing = script.includes('(') ? '))' : ')';
  const close = end - closing.length;
  if (!startsWith(bytes.subarray(close, end), closing))
    refuse('malformed', {
      encoding: 'descriptor',
      position: pasted.position(Math.max(0, end - 1)),
    });
  const inner = partOf(pasted, bytes.subarray(script.length + 1, close));
  // A second key, or taproot's tree of other ways to spend.
  if (inner.bytes.includes(COMMA)) refuse('other_script', { encoding: 'descriptor' });
  return withFormats(readWif(withoutOrigin(inner), 'descriptor'), ends, 'descriptor');
}

const [HASH, COMMA, SLASH, CLOSE_ORIGIN] = [0x23, 0x2c, 0x2f, 0x5d] as const;

/** Where the checksum starts, once it's right, or the end of a text without one. */
function endOfScript({ bytes }: PastedText): number {
  const hash = bytes.lastIndexOf(HASH);
  if (hash === -1) return bytes.length;
  const stated = bytes.subarray(hash + 1);
  const computed = descriptorChecksum(bytes.subarray(0, hash));
  if (computed === undefined || stated.length !== computed.length || !startsWith(stated, computed))
    refuse('checksum', { encoding: 'descriptor' });
  return hash;
}

/** `[fingerprint/path]` before a key says where it is from. */
function withoutOrigin(pasted: PastedText): PastedText {
  const { bytes } = pasted;
  const end = startsWith(bytes, '[') ? bytes.indexOf(CLOSE_ORIGIN) + 1 : 0;
  return partOf(pasted, bytes.subarray(end));
}

const EXTENDED_PREFIXES = ['xprv', 'tprv', 'xpub', 'tpub'];
/** WIF of Bitcoin has 51 or 52. A few more or less are a typo. */
const WIF_LENGTHS = [45, 58] as const;

function readWif(pasted: PastedText, form: ScriptForm): EncodedKey {
  const { bytes } = pasted;
  if (EXTENDED_PREFIXES.some((prefix) => startsWith(bytes, prefix))) {
    const slash = bytes.indexOf(SLASH);
    readBase58(partOf(pasted, bytes.subarray(0, slash === -1 ? bytes.length : slash)), {});
  }
  const isPublic = [64, 66, 130].includes(bytes.length) && findStray(bytes, HEX) === -1;
  if (isPublic) refuse('public_key_pasted', { encoding: 'public_key' });
  const isLikely =
    bytes.length >= WIF_LENGTHS[0] &&
    bytes.length <= WIF_LENGTHS[1] &&
    countStrays(bytes, BASE58) <= 3 &&
    ascii('5KLc9').includes(bytes[0] ?? 0);
  const key = isLikely ? readBase58(pasted, {}) : undefined;
  return key?.encoding === 'wif' ? key : refuse('malformed', { encoding: form });
}

function withFormats(key: EncodedKey, ends: readonly string[], encoding: ScriptForm): EncodedKey {
  const candidates = key.candidates.map((candidate): CurveCandidate => {
    const formats = candidate.formats.filter((format) =>
      ends.some(
        (end) => format.startsWith('ADDRESS_FORMAT_BITCOIN_') && format.endsWith(`_${end}`),
      ),
    );
    return { ...candidate, formats };
  });
  return { ...key, encoding, candidates };
}
