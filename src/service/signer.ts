// What signs: the key of a wallet's account, or a private key (docs/signing.md, What signs).
import { and, asc, eq, sql } from 'drizzle-orm';
import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import * as v from 'valibot';
import { toHex, wipe, type Bytes } from '../crypto/bytes.ts';
import { CURVE, type Curve } from '../protocol/enums.ts';
import type { Context } from './context.ts';
import type { Database } from './database.ts';
import { derivePrivateKey } from './derivation.ts';
import { isId } from './ids.ts';
import { Refusal } from './refusal.ts';
import { privateKeys, type walletAccounts, type wallets } from './schema.ts';
import { SEAL_LABELS } from './seal-labels.ts';
import { findAccount, openPhrase } from './wallets.ts';

export type Signer =
  | {
      readonly kind: 'account';
      readonly account: typeof walletAccounts.$inferSelect;
      readonly wallet: typeof wallets.$inferSelect;
    }
  | { readonly kind: 'private-key'; readonly key: typeof privateKeys.$inferSelect };

/**
 * What an address or a private key's id names in an organization; undefined for nothing. Addresses are told
 * apart by case. Of several with one address it is the oldest account, then the oldest key.
 */
export async function findSigner(
  db: Database,
  organizationId: string,
  signWith: string,
): Promise<Signer | undefined> {
  const found = await findAccount(db, organizationId, signWith);
  if (found) return { kind: 'account', ...found };
  const named = isId(signWith)
    ? eq(privateKeys.id, signWith)
    : sql`${privateKeys.addresses}::jsonb @> ${JSON.stringify([{ address: signWith }])}::jsonb`;
  const [key] = await db
    .select()
    .from(privateKeys)
    .where(and(eq(privateKeys.organizationId, organizationId), named))
    .orderBy(asc(privateKeys.createdAt), asc(privateKeys.id))
    .limit(1);
  return key && { kind: 'private-key', key };
}

/** @throws 404 with the published words */
export async function demandSigner({ db, organizationId }: Context, signWith: string) {
  const signer = await findSigner(db, organizationId, signWith);
  if (signer) return signer;
  const message = 'Could not find any resource to sign with. Addresses are case sensitive.';
  throw new Refusal({ grpc: 5, message });
}

const Stored = v.object({ curve: v.picklist(CURVE), path: v.string() });

export const curveOf = (signer: Signer): Curve =>
  v.parse(v.picklist(CURVE), signer.kind === 'account' ? signer.account.curve : signer.key.curve);

/** The address format that an address of a signer has; undefined for a private key named by its id. */
export function formatOf(signer: Signer, signWith: string): string | undefined {
  if (signer.kind === 'account') return signer.account.addressFormat;
  const addresses = v.parse(Addresses, JSON.parse(signer.key.addresses));
  return addresses.find(({ address }) => address === signWith)?.format;
}
const Addresses = v.array(v.object({ format: v.string(), address: v.string() }));

/** The public key in hex, compressed on the ECDSA curves. */
export const publicKeyOfSigner = (signer: Signer): string =>
  signer.kind === 'account' ? signer.account.publicKey : signer.key.publicKey;

/** In hex: r and s of 64 digits each, v `00` or `01`. */
export type Signature = { readonly r: string; readonly s: string; readonly v: string };

type Keys = Pick<Context, 'enclave' | 'organizationId'>;

/** Signs each of some bytes. The private key is wiped. */
export async function signAll(
  signer: Signer,
  { enclave, organizationId }: Keys,
  messages: readonly Uint8Array[],
): Promise<Signature[]> {
  const key = await openKey(signer, enclave, organizationId);
  try {
    return messages.map((message) => SIGN[curveOf(signer)](message, key));
  } finally {
    wipe(key);
  }
}

/** {@link signAll} of one. */
export async function signOne(
  signer: Signer,
  context: Keys,
  message: Uint8Array,
): Promise<Signature> {
  const [signature] = await signAll(signer, context, [message]);
  if (!signature) throw new Error('nothing was signed');
  return signature;
}

async function openKey(
  signer: Signer,
  enclave: Context['enclave'],
  organizationId: string,
): Promise<Bytes> {
  if (signer.kind === 'private-key') {
    return enclave.open(signer.key.sealed, SEAL_LABELS.privateKey(organizationId, signer.key.id));
  }
  const phrase = await openPhrase(signer.wallet, enclave);
  return derivePrivateKey(phrase, v.parse(Stored, signer.account)).finally(() =>
    wipe(phrase.entropy),
  );
}

/** RFC 6979 without further entropy, of a digest. */
const ecdsa =
  (curve: typeof secp256k1, lowS: boolean) =>
  (digest: Uint8Array, key: Uint8Array): Signature => {
    // The first byte is the recovery id.
    const bytes = curve.sign(digest, key, { prehash: false, lowS, format: 'recovered' });
    return {
      r: toHex(bytes.subarray(1, 33)),
      s: toHex(bytes.subarray(33)),
      v: toHex(bytes.subarray(0, 1)),
    };
  };

const SIGN: Readonly<Record<Curve, (message: Uint8Array, key: Uint8Array) => Signature>> = {
  // S is the lower one of the two (EIP-2).
  CURVE_SECP256K1: ecdsa(secp256k1, true),
  // S is as RFC 6979 gives it.
  CURVE_P256: ecdsa(p256, false),
  CURVE_ED25519: (message, key) => {
    const bytes = ed25519.sign(message, key);
    return { r: toHex(bytes.subarray(0, 32)), s: toHex(bytes.subarray(32)), v: '00' };
  },
};
