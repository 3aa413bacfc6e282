import type { ComponentChildren, TargetedKeyboardEvent } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { t } from '../i18n.ts';
import { submitRowOf } from '../../protocol/operations.ts';
import { MainContext, PaneContext } from '../components/layout.tsx';
import { EmptyState } from '../components/states.tsx';
import { keyOf } from '../components/typed-text.ts';
import { useLeaveGuard } from '../components/unsaved-input.ts';
import { KINDS } from '../kinds.ts';
import { TableScreen } from '../records/table-screen.tsx';
import { recordScreenOf } from './record-screens.tsx';
import { besideOf, hashOf, listOf, parentOf, type Route } from './routes.ts';
import { BoundedScreen } from './shell.tsx';
import { SideNav } from './side-nav.tsx';
import { useStore } from './store.ts';
import './wide.css';

/* Where there is room: for each place of records its list and what was opened from it, or a table. */

/** The list of what an operation makes, for one that was opened by its address. */
function listOfOperation(route: Route): Route {
  const created = 'operation' in route ? submitRowOf(route.operation)?.creates : undefined;
  return created ? listOf({ kind: created, id: '' }) : { screen: 'operations' };
}

/**
 * The list beside a route; null if it needs the page for itself.
 * @param shown the list that is shown now
 */
export function listBeside(route: Route, shown: Route | undefined): Route | null {
  const list = besideOf(route, shown);
  return list === undefined ? listOfOperation(route) : list;
}

/** Whether "Back" leads to something that isn't beside it anyway. */
export function hasBack(route: Route): boolean {
  const parent = parentOf(route);
  return parent?.screen === 'object' || parent?.screen === 'form';
}

/** How far each key moves among rows. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: -Infinity,
  End: Infinity,
};

/** Moves the focus among the rows of a list by the arrow keys; Enter opens one, as it is a link. */
function moveInList(event: TargetedKeyboardEvent<HTMLElement>): void {
  const pressed = keyOf(event);
  const step = STEPS[pressed];
  const { target, currentTarget } = event;
  const isTyping = target instanceof HTMLInputElement;
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  // In a field Home and End are for its text; an arrow leads from the search to what it found.
  if (isTyping && pressed !== 'ArrowDown') return;
  const rows = [...currentTarget.querySelectorAll<HTMLElement>('.row-act')];
  if (rows.length === 0) return;
  const at = rows.findIndex((row) => row === target);
  const next = Math.min(Math.max(at + step, 0), rows.length - 1);
  event.preventDefault();
  rows[next]?.focus();
}

/** In place of a record until one is chosen. */
function NothingChosen({ list }: { readonly list: Route }) {
  const icon = list.screen === 'list' ? KINDS[list.kind].icon : 'history';
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

const draw = (route: Route): ComponentChildren => (
  <BoundedScreen route={route}>{recordScreenOf(route)}</BoundedScreen>
);

/** Leads the focus with the route: to a list that was opened, and from a record back to its row. */
function useListFocus(route: Route, isAlone: boolean) {
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    // A list that has just appeared has seen to it itself.
    if (!isAlone || list.current?.contains(document.activeElement)) return;
    list.current?.querySelector<HTMLElement>('h1')?.focus();
  }, [hashOf(route)]);
  const focusRow = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const { target } = event;
    const isBusy = target instanceof Element && target.closest('input, textarea, select, dialog');
    if (keyOf(event) !== 'Escape' || isBusy) return;
    list.current?.querySelector<HTMLElement>('[aria-current]')?.focus();
  };
  return { list, focusRow };
}

/**
 * A list and what was opened from it, which is all there is where the page is narrow. The list stays while
 * other records are opened from it, and what was opened stays when the width changes.
 */
function Panes(props: { readonly route: Route; readonly list: Route; readonly isWide: boolean }) {
  const { route, list: listRoute, isWide } = props;
  // Nothing was opened from it yet.
  const isAlone = isWide && hashOf(route) === hashOf(listRoute);
  const { list, focusRow } = useListFocus(route, isAlone);
  useLeaveGuard('secrets');
  const canGoBack = hasBack(route);
  const listPane = useMemo(
    () => ({ side: 'list', hasBack: false, takesFocus: isAlone }) as const,
    [isAlone],
  );
  const detailPane = useMemo(
    () =>
      isWide ? ({ side: 'detail', hasBack: canGoBack, takesFocus: true } as const) : undefined,
    [canGoBack, isWide],
  );
  if (isWide && route.screen === 'table') return <TableScreen key={route.kind} kind={route.kind} />;
  return (
    <>
      {isWide && (
        <section
          class="pane pane-list"
          ref={list}
          aria-label={t('object.wide.list')}
          onKeyDown={moveInList}
        >
          <PaneContext.Provider value={listPane}>
            <div class="pane-inner" key={hashOf(listRoute)}>
              {draw(listRoute)}
            </div>
          </PaneContext.Provider>
        </section>
      )}
      <main class={isWide ? 'pane pane-detail' : undefined} onKeyDown={focusRow}>
        <MainContext.Provider value={true}>
          <PaneContext.Provider value={detailPane}>
            {isAlone ? <NothingChosen list={listRoute} /> : draw(route)}
          </PaneContext.Provider>
        </MainContext.Provider>
      </main>
    </>
  );
}

/** A place of records, with the sidebar and its list where there is room. */
export function RecordPlaces({ route }: { readonly route: Route }) {
  const isWide = useStore().isWide.value;
  const shown = useRef<Route | undefined>(undefined);
  const list = listBeside(route, shown.current);
  if (!list) return <>{draw(route)}</>;
  shown.current = list;
  return (
    <div class={isWide ? 'wide-page' : undefined}>
      {isWide && <SideNav route={route} list={list} />}
      <Panes route={route} list={list} isWide={isWide} />
    </div>
  );
}
