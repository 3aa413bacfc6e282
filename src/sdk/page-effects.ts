import type { SessionStore } from './pending-store.ts';

/** What the SDK needs from its page. */
export type PageEffects = {
  /** `window`, where Keystamp announces itself. */
  readonly target: EventTarget;
  readonly store: SessionStore | null;
  readonly uuid: () => string;
  /** Runs a callback later; returns a function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** Runs a callback whenever the page returns from the cache or into view; returns how to stop. */
  readonly onReturn: (run: () => void) => () => void;
};

/** The effects of the page that loads the SDK. */
export function pageEffects(): PageEffects {
  return {
    target: window,
    store: sessionStore(),
    uuid: () => crypto.randomUUID(),
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    onReturn: (run) => {
      const onPageShow = ({ persisted }: PageTransitionEvent) => {
        if (persisted) run();
      };
      const onVisibilityChange = () => {
        if (document.visibilityState === 'visible') run();
      };
      window.addEventListener('pageshow', onPageShow);
      document.addEventListener('visibilitychange', onVisibilityChange);
      return () => {
        window.removeEventListener('pageshow', onPageShow);
        document.removeEventListener('visibilitychange', onVisibilityChange);
      };
    },
  };
}

function sessionStore(): SessionStore | null {
  try {
    return sessionStorage;
  } catch {
    // The user's settings block it.
    return null;
  }
}
