import { submitRowOf } from '../../../protocol/operations.ts';
import { kindRow } from '../../kinds.ts';
import { hashOf, parentOf, type ObjectPlace, type Route } from '../route.ts';

/*
 * Which two screens a wide page shows for a route: a list, and what was opened from it. The routes are
 * those of the popup.
 */

const WALLETS: Route = { screen: 'list', kind: 'wallet' };

/** The list that a record is opened from; a part's is the list of what it is a part of. */
function listOf({ kind, within }: ObjectPlace): Route {
  if (kind === 'activity') return { screen: 'activities' };
  const { partOf: whole } = kindRow(kind);
  const isPart = whole !== undefined && (within !== undefined || kind === 'walletAccount');
  return { screen: 'list', kind: isPart ? whole : kind };
}

/** The list of what an operation makes, for one that was opened by its address. */
function listOfOperation(operation: string): Route {
  const created = submitRowOf(operation)?.creates;
  return created ? listOf({ kind: created, id: '' }) : { screen: 'operations' };
}

/**
 * The list beside a route. What could be opened from anywhere leaves the list that is there.
 * @param shown the list that is shown now
 */
export function masterOf(route: Route, shown: Route | undefined): Route {
  switch (route.screen) {
    case 'list':
    case 'activities':
    case 'operations':
      return route;
    case 'history':
      return { screen: 'history' };
    case 'table':
      return { screen: 'list', kind: route.kind };
    case 'object': {
      const list = listOf(route);
      // The list of activities stays as it is: what needs approval, or all.
      return shown?.screen === list.screen && list.screen === 'activities' ? shown : list;
    }
    case 'form':
      return route.about ? listOf(route.about) : (shown ?? listOfOperation(route.operation));
    case 'review':
    case 'result':
      return shown ?? listOfOperation(route.operation);
    case 'activity':
      return shown ?? { screen: 'activities' };
    case 'home':
      return WALLETS;
    default:
      return shown ?? WALLETS;
  }
}

/** Whether a route is nothing but its list: nothing was opened from it yet. */
export const isList = (route: Route, master: Route): boolean => hashOf(route) === hashOf(master);

/** Whether "Back" leads to something that isn't beside it anyway. */
export function hasBack(route: Route): boolean {
  const parent = parentOf(route);
  return parent?.screen === 'object' || parent?.screen === 'form';
}

/** Whether a route shows a record, a part of it, or something about it. */
export function isAbout(route: Route, { kind, id }: ObjectPlace): boolean {
  const place = route.screen === 'form' ? route.about : route;
  if (!place || !('id' in place) || !('kind' in place)) return false;
  const isPart = kindRow(place.kind).partOf === kind && place.within === id;
  return isPart || (place.kind === kind && place.id === id);
}
