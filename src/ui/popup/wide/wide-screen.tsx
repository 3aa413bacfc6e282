import type { ComponentChildren } from 'preact';
import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { PaneContext } from '../../components/layout.tsx';
import { EmptyState } from '../../components/states.tsx';
import { useLeaveGuard } from '../../components/unsaved-input.ts';
import { SideNav } from '../../side-nav.tsx';
import { useStore } from '../context.ts';
import { kindRow } from '../../kinds.ts';
import { ProfileButton } from '../profile-button.tsx';
import { hashOf, type Route } from '../route.ts';
import { TableScreen } from '../../records/table-screen.tsx';
import { moveInList } from './move-in-list.ts';
import { hasBack, isList, masterOf } from './panes.ts';
import { keyOf } from '../../components/typed-text.ts';
import './wide.css';

/** The places, with whose they are above, and what acts on all of them below. */
function Places({ master }: { readonly master: Route }) {
  const store = useStore();
  const profile = store.profile.value;
  const isWallets = master.screen === 'list' && master.kind === 'wallet';
  return (
    <SideNav
      here="popup"
      current={isWallets ? hashOf({ screen: 'home' }) : hashOf(master)}
      head={
        <div class="stack">
          {profile && <ProfileButton profile={profile} />}
          <a class="button button-plain side-search" href={hashOf({ screen: 'search' })}>
            <Icon name="search" />
            <span>{t('popup.search')}</span>
            <kbd aria-hidden="true">/</kbd>
          </a>
        </div>
      }
      foot={
        <>
          <Button
            kind="quiet"
            small
            icon="refresh"
            disabled={store.refreshing.value}
            onClick={() => void store.refresh()}
          >
            {t('popup.refresh')}
          </Button>
          <Button kind="quiet" small icon="lock" onClick={() => void store.lock()}>
            {t('popup.lock')}
          </Button>
        </>
      }
    />
  );
}

/** In place of a record until one is chosen. */
function NothingChosen({ master }: { readonly master: Route }) {
  const icon = master.screen === 'list' ? kindRow(master.kind).icon : 'history';
  return (
    <div class="screen">
      <div class="screen-body">
        <EmptyState icon={icon} title={t('object.wide.choose')}>
          {t('object.wide.chooseText')}
        </EmptyState>
      </div>
    </div>
  );
}

/** Leads the focus with the route: to a list that was opened, and from a record back to its row. */
function useListFocus(route: Route, master: Route) {
  const list = useRef<HTMLElement>(null);
  const hash = hashOf(route);
  const isAlone = isList(route, master);
  useEffect(() => {
    // A list that has just appeared has seen to it itself.
    if (!isAlone || list.current?.contains(document.activeElement)) return;
    list.current?.querySelector<HTMLElement>('h1')?.focus();
  }, [hash]);
  const focusRow = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const { target } = event;
    const isBusy = target instanceof Element && target.closest('input, textarea, select, dialog');
    if (keyOf(event) !== 'Escape' || isBusy) return;
    list.current?.querySelector<HTMLElement>('[aria-current]')?.focus();
  };
  return { list, focusRow };
}

type Draw = (route: Route) => ComponentChildren;

function Panes(props: { readonly route: Route; readonly master: Route; readonly draw: Draw }) {
  const { route, master, draw } = props;
  const { list, focusRow } = useListFocus(route, master);
  const isAlone = isList(route, master);
  const canGoBack = hasBack(route);
  const listPane = useMemo(
    () => ({ side: 'list', hasBack: false, takesFocus: isAlone }) as const,
    [isAlone],
  );
  const detailPane = useMemo(
    () => ({ side: 'detail', hasBack: canGoBack, takesFocus: true }) as const,
    [canGoBack],
  );
  return (
    <>
      <section
        class="pane pane-list"
        ref={list}
        aria-label={t('object.wide.list')}
        onKeyDown={moveInList}
      >
        <PaneContext.Provider value={listPane}>
          <div class="pane-inner" key={hashOf(master)}>
            {draw(master)}
          </div>
        </PaneContext.Provider>
      </section>
      <main class="pane pane-detail" onKeyDown={focusRow}>
        <PaneContext.Provider value={detailPane}>
          {isAlone ? <NothingChosen master={master} /> : draw(route)}
        </PaneContext.Provider>
      </main>
    </>
  );
}

/**
 * The popup where there is room: all places at the side, and for each route its list and what was
 * opened from it, or the list as a table. The list stays while other records are opened from it.
 */
export function WideScreen({ draw }: { readonly draw: Draw }) {
  const route = useStore().route.value;
  const shown = useRef<Route | undefined>(undefined);
  useLeaveGuard('secrets');
  const master = masterOf(route, shown.current);
  shown.current = master;
  return (
    <div class="wide-page">
      <Places master={master} />
      {route.screen === 'table' ? (
        <TableScreen key={route.kind} kind={route.kind} />
      ) : (
        <Panes route={route} master={master} draw={draw} />
      )}
    </div>
  );
}
