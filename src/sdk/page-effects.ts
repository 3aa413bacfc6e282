import type { Store } from './remembered.ts';

/** What the SDK needs of its page. */
export type PageEffects = {
  /** `window`: where Keystamp is announced. */
  readonly target: EventTarget;
  readonly store: Store | null;
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
      const shown = ({ persisted }: PageTransitionEvent) => {
        if (persisted) run();
      };
      const seen = () => {
        if (document.visibilityState === 'visible') run();
      };
      window.addEventListener('pageshow', shown);
      document.addEventListener('visibilitychange', seen);
      return () => {
        window.removeEventListener('pageshow', shown);
        document.removeEventListener('visibilitychange', seen);
      };
    },
  };
}

function sessionStore(): Store | null {
  try {
    return sessionStorage;
  } catch {
    // Blocked by the user's settings.
    return null;
  }
}
