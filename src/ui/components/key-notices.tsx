import { useEffect, useState } from 'preact/hooks';
import type { Client } from '../../client/client.ts';
import { endsSoon } from '../../protocol/api-key.ts';
import type { KeyRotationView } from '../../protocol/key-rotation.ts';
import type { Profile } from '../../protocol/profile.ts';
import { richText, t } from '../i18n.ts';
import { Button } from './button.tsx';
import { tickingNow } from './clock.ts';
import { useKeyEnd } from './own-key-end.ts';
import { Banner } from './surfaces.tsx';
import { RelativeTime } from './values.tsx';

type Effects = { readonly client: Client; readonly now: () => number };
type Props = {
  readonly effects: Effects;
  readonly profiles: readonly Profile[];
  /** Opens the page that rotates a profile's key. */
  readonly onOpen: (profileId: string) => void;
};

/** The rotations that aren't over; none while they load. */
function useRotations({ client }: Effects): readonly KeyRotationView[] {
  const [rotations, setRotations] = useState<readonly KeyRotationView[]>([]);
  useEffect(() => {
    client.call('rotations_list', {}).then(setRotations, () => undefined);
  }, []);
  return rotations;
}

/** What of profiles' API keys needs the user: a rotation to finish, a key that expires soon. */
export function KeyNotices({ effects, profiles, onOpen }: Props) {
  const rotations = useRotations(effects);
  return (
    <>
      {profiles.map((profile) => {
        const rotation = rotations.find(({ profileId }) => profileId === profile.id);
        if (!rotation) return <EndingKey key={profile.id} {...{ effects, profile, onOpen }} />;
        return (
          <Banner
            key={profile.id}
            tone="warn"
            title={t('app.rotation.unfinished', { key: rotation.newKeyName })}
            action={
              <Button small onClick={() => onOpen(profile.id)}>
                {t('app.rotation.open')}
              </Button>
            }
          />
        );
      })}
    </>
  );
}

function EndingKey(props: Omit<Props, 'profiles'> & { readonly profile: Profile }) {
  const { effects, profile, onOpen } = props;
  const end = useKeyEnd(effects.client, profile, effects.now);
  const now = tickingNow();
  if (!end || !endsSoon(end.endsAt, end.lifeMs, now)) return null;
  const isOver = end.endsAt <= now;
  const values = { profile: profile.name, when: <RelativeTime at={end.endsAt} /> };
  return (
    <Banner
      tone={isOver ? 'danger' : 'warn'}
      title={richText(isOver ? 'app.rotation.ended' : 'app.rotation.ending', values)}
      action={
        !isOver && (
          <Button small onClick={() => onOpen(profile.id)}>
            {t('app.rotation.rotate')}
          </Button>
        )
      }
    >
      {isOver && <p>{t('app.rotation.endedDo')}</p>}
    </Banner>
  );
}
