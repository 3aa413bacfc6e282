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

/** A call that changes when requests of a profile leave, and what went wrong with it. */
function useTiming(name: Calls, profileId: string) {
  const store = useStore();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<KeystampError | undefined>(undefined);
  const act = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      store.accept(await store.effects.client.call(name, { id: profileId }));
    } catch (cause) {
      setError(asKeystampError(cause));
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, act: () => void act() };
}

function PauseBanner({ profileId, until }: Until) {
  const seconds = useCountdown(until);
  const { busy, error, act } = useTiming('profiles_resume', profileId);
  if (seconds === 0) return null;
  return (
    <>
      <Banner
        tone="warn"
        title={t('popup.pause.title')}
        action={
          <Button small busy={busy} onClick={act}>
            {t('popup.pause.action')}
          </Button>
        }
      >
        {t('popup.pause.text', { count: seconds })}
      </Banner>
      {error && <ErrorState error={error} />}
    </>
  );
}

/** The last request lies in the future: what that means, and the one click that repairs it. */
function ClockAheadBanner({ profileId }: { readonly profileId: string }) {
  const { busy, error, act } = useTiming('profiles_reset_clock', profileId);
  return (
    <>
      <Banner
        tone="warn"
        title={t('popup.clockAhead.title')}
        action={
          <Button small busy={busy} onClick={act}>
            {t('popup.clockAhead.action')}
          </Button>
        }
      >
        {t('popup.clockAhead.text')}
      </Banner>
      {error && <ErrorState error={error} />}
    </>
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
