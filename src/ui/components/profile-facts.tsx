import type { Profile } from '../../protocol/profile.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { shorten } from './format.ts';
import { FactLine } from './surfaces.tsx';

/** The profiles in their order. */
export const sortProfiles = (profiles: readonly Profile[]): readonly Profile[] =>
  profiles.toSorted((a, b) => a.order - b.order);

/** A profile's organization and the host of its service. */
export function ProfileDetail({ profile }: { readonly profile: Profile }) {
  const organization = profile.known?.organizationName || shorten(profile.organizationId);
  return <FactLine facts={[<VisibleText text={organization} />, new URL(profile.baseUrl).host]} />;
}
