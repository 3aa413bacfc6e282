import { useState } from 'preact/hooks';
import type { KeystampError } from '../../protocol/errors.ts';
import type { Until } from '../../protocol/state.ts';
import { t } from '../i18n.ts';
import { Button } from '../kit/button.tsx';
import { asKeystampError } from '../kit/errors.ts';
import { ErrorState } from '../kit/states.tsx';
import { Banner } from '../kit/surfaces.tsx';
import { useCountdown } from '../kit/unlock.tsx';
import { useStore } from './context.ts';

type Calls = 'profiles_resume' | 'profiles_reset_clock';

/** What holds requests of a profile up, and the one click that changes when they leave. */
function TimingBanner(props: {
  readonly words: 'popup.pause' | 'popup.clockAhead';
  readonly call: Calls;
  readonly profileId: string;
  readonly text: string;
}) {
  const { words, call, profileId, text } = props;
  const store = useStore();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<KeystampError | undefined>(undefined);
  const act = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      store.accept(await store.effects.client.call(call, { id: profileId }));
    } catch (cause) {
      setError(asKeystampError(cause));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Banner
        tone="warn"
        title={t(`${words}.title`)}
        action={
          <Button small busy={busy} onClick={() => void act()}>
            {t(`${words}.action`)}
          </Button>
        }
      >
        {text}
      </Banner>
      {error && <ErrorState error={error} />}
    </>
  );
}

function PauseBanner({ profileId, until }: Until) {
  const seconds = useCountdown(until);
  if (seconds === 0) return null;
  const text = t('popup.pause.text', { count: seconds });
  return (
    <TimingBanner words="popup.pause" call="profiles_resume" profileId={profileId} text={text} />
  );
}

/** The last request lies in the future: what that means, and the one click that repairs it. */
function ClockAheadBanner({ profileId }: { readonly profileId: string }) {
  const text = t('popup.clockAhead.text');
  return (
    <TimingBanner
      words="popup.clockAhead"
      call="profiles_reset_clock"
      profileId={profileId}
      text={text}
    />
  );
}

/** What holds requests of a profile up, and the way past it. */
export function TimingBanners({ profileId }: { readonly profileId: string | undefined }) {
  const state = useStore().snapshot.value?.state;
  const pause = state?.pauses.find((one) => one.profileId === profileId);
  const ahead = state?.clockAhead.find((one) => one.profileId === profileId);
  return (
    <>
      {pause && <PauseBanner key={pause.until} {...pause} />}
      {ahead && <ClockAheadBanner profileId={ahead.profileId} />}
    </>
  );
}
