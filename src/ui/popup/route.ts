import type { RecordKind } from '../../protocol/fields.ts';
import { kindRow, readKind, readTableKind, type TableKind } from '../kinds.ts';

/** A record of the organization; `within` is the record that it is a part of (an account's wallet). */
export type ObjectPlace = {
  readonly kind: RecordKind;
  readonly id: string;
  readonly within?: string | undefined;
};

/** Where the popup is. */
export type Route =
  | { readonly screen: 'home' }
  /** All records of a kind. */
  | { readonly screen: 'list'; readonly kind: RecordKind }
  /** The same as a table, where the page is wide. */
  | { readonly screen: 'table'; readonly kind: TableKind }
  | ({ readonly screen: 'object' } & ObjectPlace)
  | { readonly screen: 'more' }
  | { readonly screen: 'search' }
  | { readonly screen: 'operations' }
  /** `about`: the record that the form is filled in with. */
  | {
      readonly screen: 'form';
      readonly operation: string;
      readonly about?: ObjectPlace | undefined;
    }
  | { readonly screen: 'review'; readonly operation: string }
  | { readonly screen: 'result'; readonly operation: string }
  | { readonly screen: 'activity'; readonly id: string }
  /** A request that is pending in the confirm window. */
  | { readonly screen: 'passkey'; readonly id: string }
  | { readonly screen: 'activities'; readonly scope?: 'approvals' }
  /** What was signed and decided in this browser; with a number, one record of it. */
  | { readonly screen: 'history'; readonly sequence?: number | undefined }
  | { readonly screen: 'requests' }
  | { readonly screen: 'profiles' };

const OPERATION_NAME = /^[a-z][a-z0-9_]{0,63}$/;
const ID = /^[0-9a-f-]{36}$/;
const HOME: Route = { screen: 'home' };

function readPlace(parts: readonly string[]): ObjectPlace | undefined {
  const [name, id = '', within] = parts;
  const kind = readKind(name);
  if (!kind || !ID.test(id)) return undefined;
  if (within === undefined) return { kind, id };
  return ID.test(within) ? { kind, id, within } : undefined;
}

function readForm(operation: string, parts: readonly string[]): Route {
  if (!OPERATION_NAME.test(operation)) return HOME;
  const about = readPlace(parts);
  return about ? { screen: 'form', operation, about } : { screen: 'form', operation };
}

const SEQUENCE = /^[1-9]\d{0,9}$/;

function readHistory(sequence: string): Route {
  return SEQUENCE.test(sequence)
    ? { screen: 'history', sequence: Number(sequence) }
    : { screen: 'history' };
}

/** Reads a location hash; anything unknown is home. */
export function readRoute(hash: string): Route {
  const [screen = '', ...parts] = hash.replace(/^#?\/?/, '').split('/');
  const [rest = '', ...others] = parts;
  switch (screen) {
    case 'history':
      return readHistory(rest);
    case 'activities':
      return rest === 'approvals' ? { screen, scope: rest } : { screen };
    case 'operations':
    case 'more':
    case 'profiles':
    case 'requests':
    case 'search':
      return { screen };
    case 'list': {
      const kind = readKind(rest);
      return kind ? { screen, kind } : HOME;
    }
    case 'table': {
      const kind = readTableKind(rest);
      return kind ? { screen, kind } : HOME;
    }
    case 'object': {
      const place = readPlace(parts);
      return place ? { screen, ...place } : HOME;
    }
    case 'form':
      return readForm(rest, others);
    case 'review':
    case 'result':
      return OPERATION_NAME.test(rest) ? { screen, operation: rest } : HOME;
    case 'activity':
    case 'passkey':
      return ID.test(rest) ? { screen, id: rest } : HOME;
    default:
      return HOME;
  }
}

const placeText = ({ kind, id, within }: ObjectPlace): string =>
  [kind, id, ...(within === undefined ? [] : [within])].join('/');

/** The opposite of {@link readRoute}. */
export function hashOf(route: Route): string {
  switch (route.screen) {
    case 'home':
      return '#/';
    case 'activities':
      return route.scope ? `#/activities/${route.scope}` : '#/activities';
    case 'list':
    case 'table':
      return `#/${route.screen}/${route.kind}`;
    case 'object':
      return `#/object/${placeText(route)}`;
    case 'form':
      return `#/form/${route.operation}${route.about ? `/${placeText(route.about)}` : ''}`;
    case 'review':
    case 'result':
      return `#/${route.screen}/${route.operation}`;
    case 'activity':
    case 'passkey':
      return `#/${route.screen}/${route.id}`;
    case 'history':
      return route.sequence === undefined ? '#/history' : `#/history/${route.sequence}`;
    default:
      return `#/${route.screen}`;
  }
}

function parentOfObject({ kind, within }: ObjectPlace): Route {
  const { partOf: whole, isAtHome } = kindRow(kind);
  if (whole !== undefined && within !== undefined)
    return { screen: 'object', kind: whole, id: within };
  if (kind === 'activity') return { screen: 'activities' };
  return isAtHome ? HOME : { screen: 'list', kind };
}

/** Where "Back" leads: always one step up, never round in circles. Undefined on a tab. */
export function parentOf(route: Route): Route | undefined {
  switch (route.screen) {
    case 'home':
    case 'more':
      return undefined;
    case 'activities':
      return route.scope ? { screen: 'activities' } : undefined;
    case 'list':
      return kindRow(route.kind).place === 'tab' ? undefined : { screen: 'more' };
    case 'table':
      return { screen: 'list', kind: route.kind };
    case 'object':
      return parentOfObject(route);
    case 'form':
      return route.about ? { screen: 'object', ...route.about } : { screen: 'operations' };
    case 'review':
    case 'result':
      return { screen: 'form', operation: route.operation };
    case 'history':
      return route.sequence === undefined ? { screen: 'more' } : { screen: 'history' };
    case 'operations':
      return { screen: 'more' };
    case 'search':
    case 'activity':
    case 'passkey':
    case 'profiles':
    case 'requests':
      return HOME;
  }
}
