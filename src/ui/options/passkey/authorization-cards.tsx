import type { Profile } from '../../../protocol/profile.ts';
import { PasskeyCards } from './passkey-cards.tsx';
import { RulesCard } from './rules-card.tsx';

/** What stamps for a profile besides its key, and which of its operations want that. */
export function AuthorizationCards({ profile }: { readonly profile: Profile }) {
  return (
    <>
      <PasskeyCards profile={profile} />
      <RulesCard profile={profile} />
    </>
  );
}
