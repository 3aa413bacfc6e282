import { useEffect, useState } from 'preact/hooks';
import type { ProfileDeadline } from '../../protocol/app-state.ts';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { useTask } from '../components/task.ts';
import { ErrorState } from '../components/states.tsx';
import { usePane } from '../components/layout.tsx';
import { Banner } from '../components/surfaces.tsx';
import { useCountdown } from '../components/unlock.tsx';
import { useStore } from '../page/store.ts';

type TimingCall = 'profiles_resume' | 'profiles_reset_clock';

/** What holds requests of a profile up, and the one click that changes when they leave. */
function TimingBanner(props: {
  readonly words: 'popup.pause' | 'popup.clockAhead';
  readonly call: TimingCall;
  readonly profileId: string;
  readonly text: string;
}) {
  const { words, call, profileId, text } = props;
  const store = useStore();
  const { busy, error, run } = useTask();
  const act = async () => store.accept(await store.effects.client.call(call, { id: profileId }));
  return (
    <>
      <Banner
        tone="warn"
        title={t(`${words}.title`)}
        action={
          <Button small busy={busy} onClick={() => void run(act)}>
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

function PauseBanner({ profileId, until }: ProfileDeadline) {
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

/** Whether the browser knows of any network. */
function useOnline(): boolean {
  const [isOnline, setIsOnline] = useState(navigator.onLine);
  useEffect(() => {
    const update = () => setIsOnline(navigator.onLine);
    update();
    for (const event of ['online', 'offline']) addEventListener(event, update);
    return () => {
      for (const event of ['online', 'offline']) removeEventListener(event, update);
    };
  }, []);
  return isOnline;
}

/** What holds requests of a profile up, and the way past it. */
export function TimingBanners({ profileId }: { readonly profileId: string | undefined }) {
  const store = useStore();
  const state = store.snapshot.value?.state;
  const profile = state?.profiles.find(({ id }) => id === profileId);
  const host = profile ? new URL(profile.baseUrl).hostname : '';
  const isBarred = state?.barredHosts.includes(host) ?? false;
  const isOnline = useOnline();
  // On a wide page what stands beside the list says it.
  if (usePane()?.side === 'list') return null;
  const pause = state?.pauses.find((candidate) => candidate.profileId === profileId);
  const clockAhead = state?.clockAhead.find((candidate) => candidate.profileId === profileId);
  return (
    <>
      {!isOnline && (
        <Banner tone="warn" title={t('popup.offline.title')}>
          {t('popup.offline.text')}
        </Banner>
      )}
      {isBarred && (
        <Banner
          tone="warn"
          title={t('app.barred.title', { host })}
          action={
            <Button small onClick={() => store.go({ screen: 'profile', id: profile?.id ?? '' })}>
              {t('popup.barred.action')}
            </Button>
          }
        >
          {t('popup.barred.text')}
        </Banner>
      )}
      {pause && <PauseBanner key={pause.until} {...pause} />}
      {clockAhead && <ClockAheadBanner profileId={clockAhead.profileId} />}
    </>
  );
}
