import type { Profile } from '../../../protocol/profile.ts';
import { PasskeyCards } from './passkey-cards.tsx';
import { RulesCard } from './rules-card.tsx';

/** A profile's passkeys, and which of its operations require one. */
export function AuthorizationCards({ profile }: { readonly profile: Profile }) {
  return (
    <>
      <PasskeyCards profile={profile} />
      <RulesCard profile={profile} />
    </>
  );
}
