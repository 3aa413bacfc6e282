import { BundleRefusal, openTargetBundle, type BundleFault } from '../../crypto/bundle.ts';
import type { Bytes } from '../../crypto/bytes.ts';
import type { Profile } from '../../protocol/profile.ts';

/** The key to seal to (65 bytes), or what's wrong with the bundle. */
export type ImportTarget =
  | { readonly ok: true; readonly publicKey: Bytes }
  | { readonly ok: false; readonly fault: BundleFault };

/**
 * Reads the bundle in the service's answer. The signer that the profile trusts must have signed it,
 * for this organization and this user, and it must contain a point of P-256.
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
