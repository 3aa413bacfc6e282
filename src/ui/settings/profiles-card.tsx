import { allowsProfile } from '../../protocol/managed-policy.ts';
import type { Profile } from '../../protocol/profile.ts';
import { t } from '../i18n.ts';
import { Button, IconButton } from '../components/button.tsx';
import { DamagedNotice } from '../components/damaged-notice.tsx';
import { ProfileDetail, sortProfiles } from '../components/profile-facts.tsx';
import { ErrorState } from '../components/states.tsx';
import { Badge, Card, List, ListRow, ProfileMark } from '../components/surfaces.tsx';
import { hashOf } from '../page/routes.ts';
import { useTask } from '../components/task.ts';
import { acceptAnswer, useAppState, useTabStore } from '../page/tab-store.ts';

/** The ids with the one at `index` moved up (-1) or down (1). */
export function moveId(ids: readonly string[], index: number, offset: -1 | 1): string[] {
  const [id] = ids.slice(index, index + 1);
  const rest = ids.filter((_, position) => position !== index);
  return id === undefined ? [...ids] : rest.toSpliced(index + offset, 0, id);
}

/** The name of a profile and its badges. */
function ProfileTitle({ profile }: { readonly profile: Profile }) {
  const { activeProfileId, managed } = useAppState();
  return (
    <>
      {profile.name}{' '}
      {profile.id === activeProfileId && <Badge tone="info">{t('options.profiles.active')}</Badge>}{' '}
      {!allowsProfile(managed.policy, profile) && (
        <Badge tone="warn">{t('app.managed.profile')}</Badge>
      )}
    </>
  );
}

/** All profiles: which one is active, their order, and a link to each. */
export function ProfilesCard() {
  const store = useTabStore();
  const { profiles } = useAppState();
  const task = useTask();
  const sorted = sortProfiles(profiles);
  const ids = sorted.map(({ id }) => id);
  const move = (index: number, offset: -1 | 1) =>
    void task.run(() =>
      acceptAnswer(
        store,
        store.effects.client.call('profiles_order', { ids: moveId(ids, index, offset) }),
      ),
    );
  return (
    <Card
      title={t('popup.profiles.title')}
      aside={
        <Button icon="plus" small onClick={() => store.go({ screen: 'setup', service: null })}>
          {t('options.profiles.add')}
        </Button>
      }
    >
      <p class="muted">{t('options.profiles.what')}</p>
      <DamagedNotice client={store.effects.client} kinds={['profile']} />
      {task.error && <ErrorState error={task.error} />}
      <List label={t('popup.profiles.title')}>
        {sorted.map((profile, index) => (
          <ListRow
            key={profile.id}
            href={hashOf({ screen: 'profile', id: profile.id })}
            lead={<ProfileMark colour={profile.colour} large />}
            title={<ProfileTitle profile={profile} />}
            detail={<ProfileDetail profile={profile} />}
            trail={
              profiles.length > 1 && (
                <>
                  <IconButton
                    name="up"
                    label={t('options.profiles.up', { name: profile.name })}
                    disabled={index === 0}
                    onClick={() => move(index, -1)}
                  />
                  <IconButton
                    name="down"
                    label={t('options.profiles.down', { name: profile.name })}
                    disabled={index === sorted.length - 1}
                    onClick={() => move(index, 1)}
                  />
                </>
              )
            }
          />
        ))}
      </List>
    </Card>
  );
}
