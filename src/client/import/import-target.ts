import { BundleRefusal, openTargetBundle, type BundleFault } from '../../crypto/bundle.ts';
import type { Bytes } from '../../crypto/bytes.ts';
import type { Profile } from '../../protocol/profile.ts';

/** The key to seal to (65 bytes), or what about the bundle does not hold. */
export type ImportTarget =
  | { readonly ok: true; readonly publicKey: Bytes }
  | { readonly ok: false; readonly fault: BundleFault };

/**
 * Reads the bundle that the service answered: it has to be signed by the signer that the profile
 * trusts, for this organization and this user, and to hold a point of P-256.
 */
export async function readImportTarget(
  importBundle: string,
  profile: Pick<Profile, 'organizationId' | 'trust'>,
  userId: string,
): Promise<ImportTarget> {
  const expected = {
    pinnedPublic: profile.trust.signer,
    organizationId: profile.organizationId,
    userId,
  };
  try {
    return { ok: true, publicKey: await openTargetBundle(importBundle, expected) };
  } catch (error) {
    if (!(error instanceof BundleRefusal)) throw error;
    return { ok: false, fault: error.fault };
  }
}
