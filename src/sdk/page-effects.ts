import type { SessionStore } from './pending-store.ts';

/** What the SDK needs of its page. */
export type PageEffects = {
  /** `window`: where Keystamp is announced. */
  readonly target: EventTarget;
  readonly store: SessionStore | null;
  readonly uuid: () => string;
  /** Runs later; returns what prevents it. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** Runs whenever the page has come back, from the cache or into view; returns what ends that. */
  readonly onReturn: (run: () => void) => () => void;
};

/** Those of the page that the SDK is loaded in. */
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
    // Blocked by the user's settings.
    return null;
  }
}
