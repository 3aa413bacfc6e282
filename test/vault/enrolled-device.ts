import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import * as base64url from '../../src/crypto/base64url.ts';
import { utf8, type Bytes } from '../../src/crypto/bytes.ts';
import { verifyStamp } from '../../src/crypto/stamp.ts';
import type { NewVaultPasskey } from '../../src/protocol/vault-passkey.ts';
import type { VaultDocument } from '../../src/vault/document.ts';
import { createDevice, freshKey, KEK, kdf, type Copy } from './device.ts';

/** Key-encryption keys as pages would derive them from PRF outputs. */
export const PASSKEY_KEK = new Uint8Array(32).fill(30);
export const OTHER_PASSKEY_KEK = new Uint8Array(32).fill(40);

/** A passkey as a page would enroll it. `fill` tells one from another. */
export const passkey = (name = 'Laptop', fill = 11): NewVaultPasskey => ({
  name,
  credentialId: base64url.encode(new Uint8Array(32).fill(fill)),
  rpId: null,
  transports: ['internal'],
  salt: base64url.encode(new Uint8Array(32).fill(fill)),
});

/** The digest that belongs to a text. */
export const digestOf = (text: string) =>
  `sha256:${createHash('sha256').update(text).digest('hex')}`;

/** A copy written by someone without a key: its digest is right, its MAC is another text's. */
export function copyOf(document: VaultDocument, mac = 'A'.repeat(43)): Copy {
  const text = JSON.stringify(document);
  return { text, digest: digestOf(text), mac };
}

/** A different base64url character. */
export const otherCharacter = (character: string) => (character === 'A' ? 'B' : 'A');

/** A device with an unlocked vault that holds one API key, and what tests of passkeys do in it. */
export async function createEnrolledDevice() {
  const device = createDevice();
  await device.vault().create(KEK, kdf());
  await device.vault().addKey(freshKey().key);

  const passkeys = async () => (await device.vault().parameters()).passkeys;
  return {
    ...device,
    passkeys,
    firstId: async () => (await passkeys())[0]?.id ?? '',
    enrol: (name = 'Laptop', kek: Bytes = PASSKEY_KEK, fill = 11) =>
      device.vault().enrolPasskey([KEK], kek, passkey(name, fill)),
    stored: async () => JSON.parse((await device.readMain())?.text ?? '') as VaultDocument,
    /** Puts a document on both disks as if it had been written there. */
    putBoth: async (document: VaultDocument) => {
      const copy = copyOf(document, (await device.readMain())?.mac);
      await device.writeMain(copy);
      await device.writeSecond(copy);
    },
    /** The vault key in memory, base64url. */
    vaultKey: () => {
      const text = device.memory.values.get('vault.session') ?? '';
      return (JSON.parse(text) as { unlocked: { vaultKey: string } }).unlocked.vaultKey;
    },
    /** Expects that the vault is unlocked and its key stamps. */
    expectStamps: async () => {
      const vault = device.vault();
      expect(await vault.status()).toBe('unlocked');
      const [key] = await vault.listKeys();
      const { value } = await vault.stamper(key?.id ?? '').stamp('{}');
      await verifyStamp(value, utf8('{}'));
    },
  };
}
export type EnrolledDevice = Awaited<ReturnType<typeof createEnrolledDevice>>;
