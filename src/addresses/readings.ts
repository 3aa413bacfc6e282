// The other readings of a format's rule (docs/addresses.md, Open recipes): texts that a service may
// return for a key if the rule isn't public. Such a text isn't our choice, but it belongs to this
// key.
import type { Curve } from '../protocol/enums.ts';
import { addressOfKey, payloadOfKey } from './address.ts';
import { CODECS } from './codecs.ts';
import { aptosAccount, hash160, keccakAccount, SCRIPT, suiAccount } from './digests.ts';
import { FORMATS } from './formats.ts';
import type { Format, ReadingName } from './formats.ts';
import { concat, sha256 } from './hashing.ts';
import type { ValidPublicKey } from './points.ts';
import { TESTNET_V5R1_ID, tonAccount, tonRawText, tonText } from './ton.ts';
import type { TonForm } from './ton.ts';

type Writer = (format: Format, key: ValidPublicKey) => readonly string[];
type ReadingRule = { readonly curve: Curve; readonly texts: Writer };

/** Another payload, written by the format's own codec. */
function payloadRule(curve: Curve, payloadOf: (key: ValidPublicKey) => Uint8Array): ReadingRule {
  return { curve, texts: (format, key) => [CODECS[format].encode(payloadOf(key))] };
}

const SECP = 'CURVE_SECP256K1';
const ED = 'CURVE_ED25519';

/** Our account in other forms. */
function tonForms(...tonFormList: readonly TonForm[]): ReadingRule {
  return {
    curve: ED,
    texts: (format, key) => tonFormList.map((form) => tonText(payloadOfKey(format, key), form)),
  };
}

/** Aptos' AnyPublicKey: its variant, then the key after its length. Scheme 2 (AIP-55). */
function aptosSingleKey(variant: 0 | 1, key: Uint8Array): Uint8Array {
  return aptosAccount(concat([variant, key.length], key), 2);
}

const READING_RULES: Readonly<Record<ReadingName, ReadingRule>> = {
  p2sh_p2pk: payloadRule(SECP, ({ bytes }) => hash160(SCRIPT.p2pk(bytes))),
  p2sh_p2pkh: payloadRule(SECP, ({ bytes }) => hash160(SCRIPT.p2pkh(bytes))),
  p2sh_multisig: payloadRule(SECP, ({ bytes }) => hash160(SCRIPT.multisig(bytes))),
  p2wsh_p2pkh: payloadRule(SECP, ({ bytes }) => sha256(SCRIPT.p2pkh(bytes))),
  p2wsh_multisig: payloadRule(SECP, ({ bytes }) => sha256(SCRIPT.multisig(bytes))),
  p2tr_untweaked: payloadRule(SECP, ({ bytes }) => bytes.subarray(1)),
  sei_evm: payloadRule(SECP, keccakAccount),
  sei_ed25519: payloadRule(ED, ({ bytes }) => sha256(bytes).subarray(0, 20)),
  sui_secp256k1: payloadRule(SECP, ({ bytes }) => suiAccount(1, bytes)),
  aptos_single_key: payloadRule(ED, ({ bytes }) => aptosSingleKey(0, bytes)),
  aptos_secp256k1: payloadRule(SECP, ({ uncompressed }) => aptosSingleKey(1, uncompressed)),
  aptos_short: {
    curve: ED,
    texts: (format, key) => [addressOfKey(format, key).replace(/^0x0+/, '0x')],
  },
  xrp_ed25519: payloadRule(ED, ({ bytes }) => hash160(concat([0xed], bytes))),
  ton_bounceable: tonForms({ bounceable: true }),
  ton_base64: tonForms({ alphabet: 'base64' }),
  ton_bounceable_base64: tonForms({ bounceable: true, alphabet: 'base64' }),
  ton_raw: { curve: ED, texts: (format, key) => [tonRawText(payloadOfKey(format, key))] },
  ton_test_only: tonForms({ testOnly: true }, { testOnly: true, alphabet: 'base64' }),
  ton_bounceable_test_only: tonForms(
    { bounceable: true, testOnly: true },
    { bounceable: true, testOnly: true, alphabet: 'base64' },
  ),
  ton_testnet_wallet: {
    curve: ED,
    texts: (_format, { bytes }) => [tonText(tonAccount('V5R1', bytes, TESTNET_V5R1_ID))],
  },
};

/** A reading and the texts it gives for a key. */
export type Reading = { readonly name: ReadingName; readonly texts: readonly string[] };

/** The other readings of a format that a key of this curve can have. */
export function readingsOf(format: Format, key: ValidPublicKey): readonly Reading[] {
  return FORMATS[format].readings
    .filter((name) => READING_RULES[name].curve === key.curve)
    .map((name) => ({ name, texts: READING_RULES[name].texts(format, key) }));
}
