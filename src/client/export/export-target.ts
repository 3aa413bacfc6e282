import { BundleRefusal, openExportBundle, type BundleFault } from '../../crypto/bundle.ts';
import { toHex, type Bytes } from '../../crypto/bytes.ts';
import { exportPublic, generateKeyPair, openFromTarget, type Sealed } from '../../crypto/hpke.ts';
import { KeystampError } from '../../protocol/errors.ts';
import type { Profile } from '../../protocol/profile.ts';

/** What is wrong with an export bundle; `not_ours`: it doesn't open with the key that asked for it. */
export type ExportFault =
  Exclude<BundleFault, 'other_user' | 'no_target' | 'target_not_a_point'> | 'not_ours';

/** The plaintext, or why there is none. The caller wipes it. */
type ExportOpening =
  | { readonly ok: true; readonly plaintext: Bytes }
  | { readonly ok: false; readonly fault: ExportFault };

/**
 * The key that one export is encrypted to. It is in this page's memory only and can't be extracted:
 * when the page closes, what was exported to it is lost, and has to be exported again.
 */
export type ExportTarget = {
  /** 130 hex digits, as the service takes it. */
  readonly publicKeyHex: string;
  /** Opens a bundle once, whatever comes of it: the key is forgotten. `internal` after that. */
  readonly open: (
    exportBundle: string,
    profile: Pick<Profile, 'organizationId' | 'trust'>,
  ) => Promise<ExportOpening>;
  readonly forget: () => void;
};

/** A new target key. */
export async function createExportTarget(): Promise<ExportTarget> {
  let keys: CryptoKeyPair | null = await generateKeyPair();
  const publicKey = await exportPublic(keys.publicKey);
  const forget = (): void => {
    keys = null;
  };
  return {
    publicKeyHex: toHex(publicKey),
    open: async (exportBundle, { trust, organizationId }) => {
      const privateKey = keys?.privateKey;
      forget();
      if (!privateKey) throw new KeystampError('internal');
      try {
        const pin = { pinnedPublic: trust.signer, organizationId };
        const sealed = await openExportBundle(exportBundle, pin);
        return await openSealed({ privateKey, publicKey }, sealed);
      } catch (error) {
        if (error instanceof BundleRefusal) return { ok: false, fault: faultOf(error) };
        throw error;
      }
    },
    forget,
  };
}

async function openSealed(
  receiver: Parameters<typeof openFromTarget>[0],
  sealed: Sealed,
): Promise<ExportOpening> {
  try {
    return { ok: true, plaintext: await openFromTarget(receiver, sealed) };
  } catch (error) {
    if (!(error instanceof KeystampError) || error.code !== 'malformed') throw error;
    return { ok: false, fault: 'not_ours' };
  }
}

/** An export bundle names no user and no target. */
function faultOf({ fault }: BundleRefusal): ExportFault {
  return fault === 'other_user' || fault === 'no_target' || fault === 'target_not_a_point'
    ? 'bad_data'
    : fault;
}
