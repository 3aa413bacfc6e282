import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { clockNow } from '../../components/clock.ts';
import { HoldButton, useHold } from '../../components/hold-button.tsx';
import { useTask } from '../../components/task.ts';
import { ErrorState } from '../../components/states.tsx';
import { useCountdown } from '../../components/unlock.tsx';
import { t } from '../../i18n.ts';
import { useTabStore } from '../../page/tab-store.ts';

/** For how long a tap shows a secret: long enough to write down a line of words. */
const SHOW_MS = 60_000;

export type ShownSecret = {
  readonly isShown: boolean;
  readonly hold: ReturnType<typeof useHold>;
  /** Seconds until what a tap shows is hidden; 0 if it isn't shown. */
  readonly seconds: number;
  /** Shows it for a minute. From the second time on only after the password or a passkey. */
  readonly show: () => Promise<unknown>;
  readonly hide: () => void;
  readonly task: ReturnType<typeof useTask>;
};

/**
 * Whether a secret is on the screen: while a button is held, or for a minute after a tap. What a tap
 * shows is hidden when the window loses the focus, the page is hidden or left, and by a lock, which
 * replaces the screen.
 */
export function useShownSecret(): ShownSecret {
  const { client } = useTabStore().effects;
  const hold = useHold();
  const task = useTask();
  const [until, setUntil] = useState(0);
  const wasShown = useRef(false);
  const seconds = useCountdown(until);
  const hide = () => setUntil(0);
  const show = () =>
    task.run(async () => {
      if (wasShown.current) await client.call('vault_show_again', {});
      if (document.hidden) return;
      wasShown.current = true;
      setUntil(clockNow() + SHOW_MS);
    });
  useEffect(() => {
    const hideIfHidden = () => document.hidden && hide();
    for (const name of ['blur', 'pagehide']) addEventListener(name, hide);
    document.addEventListener('visibilitychange', hideIfHidden);
    return () => {
      for (const name of ['blur', 'pagehide']) removeEventListener(name, hide);
      document.removeEventListener('visibilitychange', hideIfHidden);
    };
  }, []);
  useEffect(() => {
    if (until === 0) return undefined;
    // Whatever becomes of the clock meanwhile.
    const timer = setTimeout(hide, SHOW_MS);
    return () => clearTimeout(timer);
  }, [until]);
  const isTapped = until > 0 && seconds > 0;
  return {
    isShown: hold.isHeld || isTapped,
    hold,
    seconds: isTapped ? seconds : 0,
    show,
    hide,
    task,
  };
}

/** The two ways to show it, and for how long it still is. */
export function ShowButtons(props: {
  readonly shown: ShownSecret;
  readonly what: 'wallet' | 'key';
  /** The id of what explains them. */
  readonly id: string;
}) {
  const { shown, what, id } = props;
  const { hold, seconds, show, hide, task } = shown;
  return (
    <>
      <div class="cluster">
        <HoldButton {...hold} icon="eye" aria-describedby={id}>
          {t(`export.show.hold.${what}`)}
        </HoldButton>
        <Button
          icon="clock"
          busy={task.busy}
          aria-describedby={id}
          onClick={() => (seconds > 0 ? hide() : void show())}
        >
          {seconds > 0 ? t('export.show.hide') : t('export.show.tap')}
        </Button>
        {seconds > 0 && (
          <span class="muted" data-countdown={seconds}>
            {t('export.show.left', { count: seconds })}
          </span>
        )}
      </div>
      {task.error && <ErrorState error={task.error} />}
      <p class="help" id={id}>
        {t('export.show.how')}
      </p>
    </>
  );
}

/** For those who don't see the screen. */
export function ShownStatus({ shown }: { readonly shown: ShownSecret }) {
  const { hold, seconds } = shown;
  const state = hold.isHeld ? 'shown' : seconds > 0 ? 'timed' : 'hidden';
  return (
    <span class="hidden" role="status">
      {t(`export.show.${state}`)}
    </span>
  );
}
