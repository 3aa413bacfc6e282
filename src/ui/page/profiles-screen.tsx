import { useState } from 'preact/hooks';
import type { KeystampError } from '../../protocol/errors.ts';
import { allowsProfile } from '../../protocol/managed-policy.ts';
import { t } from '../i18n.ts';
import { moveFocus } from '../components/arrow-keys.ts';
import { Button } from '../components/button.tsx';
import { ProfileDetail, sortProfiles } from '../components/profile-facts.tsx';
import { ErrorState } from '../components/states.tsx';
import { Badge, List, ListRow, ProfileMark } from '../components/surfaces.tsx';
import { VisibleText } from '../forms/visible-text.tsx';
import { usePolicy, useStore } from './store.ts';
import { Frame } from './frame.tsx';
import { toKeystampError } from '../components/errors.ts';

/** The organizations side by side; one is at work. */
export function ProfilesScreen() {
  const store = useStore();
  const [error, setError] = useState<KeystampError | undefined>(undefined);
  const state = store.snapshot.value?.state;
  const policy = usePolicy();
  const profiles = sortProfiles(state?.profiles ?? []);
  const choose = (id: string) => {
    setError(undefined);
    store.select(id).then(
      () => store.go({ screen: 'home' }),
      (cause: unknown) => setError(toKeystampError(cause)),
    );
  };
  return (
    <div class="contents" onKeyDown={(event) => moveFocus(event, '.row-act')}>
      <Frame
        title={t('popup.profiles.title')}
        action={
          <Button wide icon="gear" onClick={() => void store.effects.openPage()}>
            {t('popup.profiles.manage')}
          </Button>
        }
      >
        {error && <ErrorState error={error} />}
        <List label={t('popup.profiles.title')}>
          {profiles.map((profile) => (
            <ListRow
              key={profile.id}
              lead={<ProfileMark colour={profile.colour} large />}
              title={
                <span class="cluster">
                  <VisibleText text={profile.name} />
                  {profile.id === state?.activeProfileId && (
                    <Badge tone="good">{t('popup.profiles.active')}</Badge>
                  )}
                  {!allowsProfile(policy, profile) && (
                    <Badge tone="warn">{t('app.managed.profile')}</Badge>
                  )}
                </span>
              }
              detail={<ProfileDetail profile={profile} />}
              current={profile.id === state?.activeProfileId}
              onClick={() => choose(profile.id)}
            />
          ))}
        </List>
      </Frame>
    </div>
  );
}
