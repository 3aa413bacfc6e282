import { useEffect, useState } from 'preact/hooks';
import { endsSoon } from '../../../protocol/api-key.ts';
import type { KeyRotationView } from '../../../protocol/key-rotation.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { richText, t } from '../../i18n.ts';
import { tickingNow } from '../../components/clock.ts';
import { useKeyEnd } from '../../components/own-key-end.ts';
import { Banner } from '../../components/surfaces.tsx';
import { RelativeTime } from '../../components/values.tsx';
import { hashOf } from '../route.ts';
import { useAppState, useStore } from '../store.ts';

/** The rotations that aren't over; none while they load. */
function useRotations(): readonly KeyRotationView[] {
  const { effects } = useStore();
  const [rotations, setRotations] = useState<readonly KeyRotationView[]>([]);
  useEffect(() => {
    effects.client.call('rotations_list', {}).then(setRotations, () => undefined);
  }, []);
  return rotations;
}

/** What of the profiles' keys needs the user: a rotation to finish, a key that ends soon. */
export function RotationNotices() {
  const { profiles } = useAppState();
  const rotations = useRotations();
  const isRotating = (profile: Profile) =>
    rotations.some(({ profileId }) => profileId === profile.id);
  return (
    <>
      {rotations.map(({ profileId, newKeyName }) => (
        <Banner
          key={profileId}
          tone="warn"
          title={t('options.rotation.unfinished', { key: newKeyName })}
          action={
            <a class="button" href={hashOf({ at: 'rotate', id: profileId })}>
              {t('options.rotation.open')}
            </a>
          }
        />
      ))}
      {profiles
        .filter((profile) => !isRotating(profile))
        .map((profile) => (
          <EndingKey key={profile.id} profile={profile} />
        ))}
    </>
  );
}

function EndingKey({ profile }: { readonly profile: Profile }) {
  const { effects } = useStore();
  const end = useKeyEnd(effects.client, profile, effects.now);
  const now = tickingNow();
  if (!end || !endsSoon(end.endsAt, end.lifeMs, now)) return null;
  const isOver = end.endsAt <= now;
  const values = { profile: profile.name, when: <RelativeTime at={end.endsAt} /> };
  return (
    <Banner
      tone={isOver ? 'danger' : 'warn'}
      title={richText(isOver ? 'options.rotation.ended' : 'options.rotation.ending', values)}
      action={
        !isOver && (
          <a class="button" href={hashOf({ at: 'rotate', id: profile.id })}>
            {t('options.keys.rotate')}
          </a>
        )
      }
    >
      {isOver && <p>{t('options.rotation.endedDo')}</p>}
    </Banner>
  );
}
