// The receiving end of an export, by the vendor's own crypto.
import { decryptExportBundle, generateP256KeyPair } from '@turnkey/crypto';
import { fromHex, fromUtf8, type Bytes } from '../../src/crypto/bytes.ts';
import type { Json, TestService } from './harness.ts';

export type ExportTarget = {
  /** For `targetPublicKey`. */
  readonly targetPublicKey: string;
  /** The bytes of an export's result. */
  readonly open: (result: Json) => Promise<Bytes>;
  /** Its text, for a recovery phrase. */
  readonly openText: (result: Json) => Promise<string>;
  /** As the vendor's wallets show it: a mnemonic, or a Solana key in base58. */
  readonly openAs: (result: Json, form: 'mnemonic' | 'solana') => Promise<string>;
};

/** A fresh key pair that exports of the service are sealed to. */
export function exportTarget(service: TestService): ExportTarget {
  const { publicKeyUncompressed, privateKey } = generateP256KeyPair();
  const decrypt = (result: Json, form: Partial<Parameters<typeof decryptExportBundle>[0]>) =>
    decryptExportBundle({
      exportBundle: String(result['exportBundle']),
      embeddedKey: privateKey,
      organizationId: service.info.organizationId,
      dangerouslyOverrideSignerPublicKey: service.info.enclaveQuorumPublic,
      returnMnemonic: false,
      ...form,
    });
  const open = async (result: Json) => fromHex(await decrypt(result, {}));
  return {
    targetPublicKey: publicKeyUncompressed,
    open,
    openText: async (result) => fromUtf8(await open(result)),
    openAs: (result, form) =>
      decrypt(result, form === 'mnemonic' ? { returnMnemonic: true } : { keyFormat: 'SOLANA' }),
  };
}
