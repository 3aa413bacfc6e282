import { useState } from 'preact/hooks';
import type { Profile } from '../../../protocol/profile.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../kit/button.tsx';
import { Banner } from '../../kit/surfaces.tsx';
import { useStore } from '../store.ts';

/** A profile of passkeys reads when its person says so: one gesture, and what was asked goes on. */
export function LookAgain(props: {
  readonly profile: Profile;
  readonly onLooked: () => void;
  /** Nothing was read yet: the passkey is to be tried. */
  readonly first?: boolean;
}) {
  const { profile, onLooked, first = false } = props;
  const { carrier } = useStore();
  const [busy, setBusy] = useState(false);
  const look = async () => {
    setBusy(true);
    const looked = await carrier.look(profile, t('authorization.read.why'));
    setBusy(false);
    if (looked) onLooked();
  };
  return (
    <Banner
      title={t('authorization.read.title')}
      action={
        <Button
          kind="primary"
          icon={first ? 'passkey' : 'eye'}
          busy={busy}
          onClick={() => void look()}
        >
          {t(first ? 'authorization.read.first' : 'authorization.read.again')}
        </Button>
      }
    >
      {t('authorization.read.what')}
    </Banner>
  );
}
