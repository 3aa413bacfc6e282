import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { ReadSessionContext } from '../forms/read-problem.tsx';
import { t } from '../i18n.ts';
import { HelpContext } from '../components/help-link.tsx';
import { ScreenBoundary } from '../components/error-boundary.tsx';
import { createLazyPart } from '../components/lazy-screen.tsx';
import { Toasts } from '../components/toasts.tsx';
import { keyOf } from '../components/typed-text.ts';
import type { WipeReason } from '../vault/wipe-dialog.tsx';
import { prefetch } from './record-screens.tsx';
import { guideOf, hashOf, type Route } from './routes.ts';
import { StoreContext, useStore, type Store } from './store.ts';

/** After the first paint, so that the first screen waits for nothing that it does not show. */
const PREFETCH_MS = 150;

const WipeDialog = createLazyPart(
  async () => (await import('../vault/wipe-dialog.tsx')).WipeDialog,
  () => import('../words/en/wipe.ts'),
);

/** The question before a wipe. Its code comes when somebody asks for it. */
export function useWipe() {
  const [reason, ask] = useState<WipeReason | null>(null);
  return { ask, dialog: reason && <WipeDialog reason={reason} onClose={() => ask(null)} /> };
}

/** A place's screen; what stands there instead if it can't be drawn leads home. */
export function BoundedScreen(props: {
  readonly route: Route;
  readonly children: ComponentChildren;
}) {
  const { route, children } = props;
  return (
    <ScreenBoundary
      key={hashOf(route)}
      action={
        route.screen !== 'home' && <a href={hashOf({ screen: 'home' })}>{t('app.broken.home')}</a>
      }
    >
      <HelpContext.Provider value={guideOf(route)}>{children}</HelpContext.Provider>
    </ScreenBoundary>
  );
}

/** Typing `/` outside of a field opens the search from anywhere. */
function useSearchShortcut(): void {
  const store = useStore();
  useEffect(() => {
    const openSearch = (event: KeyboardEvent) => {
      const { target } = event;
      const isTyping =
        target instanceof Element && target.closest('input, textarea, select, dialog');
      if (keyOf(event) !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping)
        return;
      if (store.state.peek()?.vault !== 'unlocked' || !store.profile.peek()) return;
      event.preventDefault();
      store.go({ screen: 'search' });
    };
    document.addEventListener('keydown', openSearch);
    return () => document.removeEventListener('keydown', openSearch);
  }, []);
}

/** Marks the moment from which the user can work, and then fetches what the next screens need. */
function useInteractiveMark(): void {
  const { effects, snapshot } = useStore();
  const isUsable = snapshot.value !== undefined;
  useEffect(() => {
    if (!isUsable) return undefined;
    effects.mark('keystamp:interactive');
    return effects.later(PREFETCH_MS, () => void prefetch().catch(() => undefined));
  }, [isUsable]);
}

function Shell({ children }: { readonly children: ComponentChildren }) {
  const { readSessions, profile } = useStore();
  const profileId = profile.value?.id ?? '';
  const scope = useMemo(() => ({ readSessions, profileId }), [readSessions, profileId]);
  useSearchShortcut();
  useInteractiveMark();
  return (
    <ReadSessionContext.Provider value={scope}>
      <ScreenBoundary>{children}</ScreenBoundary>
      <Toasts />
    </ReadSessionContext.Provider>
  );
}

/** What popup and tab have around their vault gate. */
export function Page({
  store,
  children,
}: {
  readonly store: Store;
  readonly children: ComponentChildren;
}) {
  return (
    <StoreContext.Provider value={store}>
      <Shell>{children}</Shell>
    </StoreContext.Provider>
  );
}
