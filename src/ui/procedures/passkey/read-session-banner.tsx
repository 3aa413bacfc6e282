import { useState } from 'preact/hooks';
import type { Profile } from '../../../protocol/profile.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { Banner } from '../../components/surfaces.tsx';
import { useTabStore } from '../../page/tab-store.ts';

/** A passkey-only profile reads after one passkey prompt. `onOpened` then continues. */
export function ReadSessionBanner(props: {
  readonly profile: Profile;
  readonly onOpened: () => void;
  /** True before the first read: the button then offers to try the passkey. */
  readonly isFirst?: boolean;
}) {
  const { profile, onOpened, isFirst = false } = props;
  const { submitter } = useTabStore();
  const [busy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    const isOpened = await submitter.openReadSession(profile, t('authorization.read.why'));
    setBusy(false);
    if (isOpened) onOpened();
  };
  return (
    <Banner
      title={t('authorization.read.title')}
      action={
        <Button
          kind="primary"
          icon={isFirst ? 'passkey' : 'eye'}
          busy={busy}
          onClick={() => void open()}
        >
          {t(isFirst ? 'authorization.read.first' : 'popup.readSession.title')}
        </Button>
      }
    >
      {t('authorization.read.what')}
    </Banner>
  );
}
