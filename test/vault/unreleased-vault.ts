// Whole vaults of the two forms that unreleased versions wrote, sealed as those sealed them: a password
// and a passkey open them with what is in them, so that only their number stands against them.
import * as aead from '../../src/crypto/aead.ts';
import * as base64url from '../../src/crypto/base64url.ts';
import { utf8, type Bytes } from '../../src/crypto/bytes.ts';
import * as hmac from '../../src/crypto/hmac.ts';
import { createKeyFacts, sealKey, sealPrivate } from '../../src/vault/document.ts';
import { toStoredCopy } from '../../src/vault/copies.ts';
import { generatePrivateKey, publicKeyOf } from '../../src/crypto/keys.ts';
import type { KdfParameters } from '../../src/crypto/kdf-parameters.ts';
import { profileWith } from './passkey-profile.ts';

export const UNRELEASED_VERSIONS = [1, 2] as const;
export type UnreleasedVersion = (typeof UNRELEASED_VERSIONS)[number];

/** A profile whose requests would go to somebody else's host. */
const PLANTED_PROFILE = profileWith('credential', null, {
  name: 'Planted',
  service: 'custom',
  baseUrl: 'https://planted.example',
});

/** Revision, far beyond what any vault reaches. */
const REVISION = 1_000_000;
const random = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length));

async function macV2(vaultKey: Bytes, text: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', vaultKey, 'HKDF', false, ['deriveKey']);
  const derived = await crypto.subtle.deriveKey(
    {
      name: 'HKDF',
      hash: 'SHA-256',
      salt: new Uint8Array(32),
      info: utf8('keystamp/vault/document/v2'),
    },
    key,
    { name: 'HMAC', hash: 'SHA-256', length: 256 },
    false,
    ['sign', 'verify'],
  );
  return hmac.sign(derived, utf8(text));
}

/** As stored; version 1 had no MAC. */
type UnreleasedCopy = { readonly text: string; readonly digest: string; readonly mac?: string };

/** The copy of such a vault under a number, which may also be one that it doesn't have. */
export async function writeUnreleasedVault(
  form: UnreleasedVersion,
  { kek, kdf }: { readonly kek: Bytes; readonly kdf: KdfParameters },
  number: number = form,
): Promise<UnreleasedCopy> {
  const vaultKey = random(32);
  const head = { v: form, createdAt: 1_600_000_000_000, kdf };
  const headerData = utf8(JSON.stringify(['keystamp/vault/header', head]));
  const wrapped = base64url.encode(await aead.seal(kek, vaultKey, headerData, random));
  const privateKey = generatePrivateKey('P256');
  const publicKey = publicKeyOf('P256', privateKey);
  const facts = createKeyFacts({ name: 'Planted key', curve: 'P256', publicKey }, 1, random);
  const clear = [
    {
      name: 'profiles',
      text: JSON.stringify({ profiles: [PLANTED_PROFILE], activeId: PLANTED_PROFILE.id }),
    },
  ];
  const text = JSON.stringify({
    v: number,
    revision: REVISION,
    ...(form === 2 ? { savedAt: 1_600_000_000_000 } : {}),
    header: { ...head, v: number, wrapped },
    keys: [await sealKey(vaultKey, facts, privateKey, random)],
    records: [
      await sealPrivate(vaultKey, 'outbox-key', random(32), random),
      await sealPrivate(vaultKey, 'row-key', random(32), random),
    ],
    ...(form === 2 ? { clear, retired: [] } : {}),
  });
  const { mac, ...unsigned } = await toStoredCopy(text, await macV2(vaultKey, text));
  return form === 2 ? { ...unsigned, mac } : unsigned;
}
