import type { Profile } from '../../protocol/profile.ts';
import { t } from '../i18n.ts';
import { Icon } from '../components/icon.tsx';
import { ProfileMark } from '../components/surfaces.tsx';
import { visibleText } from '../forms/visible.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { hashOf } from './routes.ts';

/** The profile at work; leads to the others. */
export function ProfileButton({ profile }: { readonly profile: Profile }) {
  return (
    <a
      class="profile-button"
      href={hashOf({ screen: 'profiles' })}
      aria-label={t('popup.profiles.switch', { profile: visibleText(profile.name) })}
    >
      <ProfileMark colour={profile.colour} />
      <span class="profile-name">
        <VisibleText text={profile.name} />
      </span>
      <Icon name="chevron-down" />
    </a>
  );
}
