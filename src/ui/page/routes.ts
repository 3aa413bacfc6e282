import type { RecordKind } from '../../protocol/fields.ts';
import {
  kindRow,
  readExportableKind,
  readKind,
  readTableKind,
  type ExportableKind,
  type TableKind,
} from '../kinds.ts';
import type { GuidePage } from './guide-pages.ts';

/*
 * Every place of Keystamp's own page, one row each: how its hash is read and written, what is one step
 * up, and what stands beside it where the page is wide. The popup has the records; the tab has them
 * too, and everything that sets up keys or changes how Keystamp works.
 */

/** A record of the organization; `within` is the record that it is a part of (an account's wallet). */
export type ObjectPlace = {
  readonly kind: RecordKind;
  readonly id: string;
  readonly within?: string | undefined;
};

/** A record whose key material can be exported; `within` is the wallet of an account. */
export type ExportPlace = ObjectPlace & { readonly kind: ExportableKind };

type WithId = { readonly id: string };
type OfOperation = { readonly operation: string };

/** What each place of popup and tab needs to know beyond its name. */
type RecordParameters = {
  home: unknown;
  /** All records of a kind. */
  list: { readonly kind: RecordKind };
  /** The same as a table, where the page is wide. */
  table: { readonly kind: TableKind };
  object: ObjectPlace;
  more: unknown;
  search: unknown;
  operations: unknown;
  /** `about`: the record that the form is filled in with. */
  form: OfOperation & {
    readonly about?: ObjectPlace | undefined;
    /** Only to verify what the record has. */
    readonly isVerifying?: boolean;
  };
  review: OfOperation;
  result: OfOperation;
  activity: WithId;
  /** A request that is pending in the confirm window. */
  passkey: WithId;
  activities: { readonly scope?: 'approvals' | 'device' };
  /** The sealed log of what was signed and decided in this browser; with a number, one record of it. */
  history: { readonly sequence?: number | undefined };
  /** What sites ask for. */
  requests: unknown;
  profiles: unknown;
};

/** The same of those that the tab alone has. */
type TabParameters = {
  /** Profiles and keys; `service` is where the local service says it is now. */
  keys: { readonly service?: string };
  sites: unknown;
  security: unknown;
  backup: unknown;
  appearance: unknown;
  about: unknown;
  /** Importing a private key into the service, or a wallet by its recovery phrase. */
  import: unknown;
  'import-wallet': unknown;
  export: ExportPlace;
  profile: WithId;
  /** Replacing the API key of the profile with this ID. */
  rotate: WithId;
  /** Setting up a profile, or what a backup has; `service` only fills in the address field. */
  setup: { readonly service: string | null; readonly isRestoring?: true };
};

type Parameters = RecordParameters & TabParameters;
export type RecordScreen = keyof RecordParameters;
export type TabScreen = keyof TabParameters;
export type Screen = RecordScreen | TabScreen;
export type RouteOf<S extends Screen> = {
  [One in S]: { readonly screen: One } & Parameters[One];
}[S];
/** Where the page is. */
export type Route = RouteOf<Screen>;

/** The documents with these places: at the toolbar button, and as large as a tab. */
export type Placement = 'popup' | 'tab';

type Row<S extends Screen> = {
  /** Reads what follows the name in a hash; undefined if that is no such place. */
  readonly read: (parts: readonly string[], query: URLSearchParams) => RouteOf<S> | undefined;
  /** What follows the name in the hash. */
  readonly rest?: (route: RouteOf<S>) => string;
  /** One step up, never round in circles; undefined on a tab of the popup. */
  readonly parent?: (route: RouteOf<S>) => Route | undefined;
  /**
   * The list beside it where the page is wide; null if it needs the page for itself, undefined for the
   * list of what its operation makes.
   * @param shown the list that is there now
   */
  readonly beside: (route: RouteOf<S>, shown: Route | undefined) => Route | null | undefined;
  /** The page of the guide about it; a function where that depends on what is shown. */
  readonly guide: GuidePage | ((route: RouteOf<S>) => GuidePage);
} & (S extends TabScreen ? { readonly isTabOnly: true } : { readonly isTabOnly?: never });

const SIGNING = /^(?:sign|eth_send)_/;
const OPERATION_NAME = /^[a-z][a-z0-9_]{0,63}$/;
const ID = /^[0-9a-f-]{36}$/;
const SEQUENCE = /^[1-9]\d{0,9}$/;
/** Longer than any address that a profile accepts. */
const MAX_SERVICE_LENGTH = 1000;
const HOME: Route = { screen: 'home' };
const SIGNED_HERE: Route = { screen: 'activities', scope: 'device' };
const WALLETS: Route = { screen: 'list', kind: 'wallet' };

function readPlace([name, id = '', within]: readonly string[]): ObjectPlace | undefined {
  const kind = readKind(name);
  if (!kind || !ID.test(id)) return undefined;
  if (within === undefined) return { kind, id };
  return ID.test(within) ? { kind, id, within } : undefined;
}

function readExport([name, id = '', within]: readonly string[]): ExportPlace | undefined {
  const kind = readExportableKind(name);
  if (!kind || !ID.test(id)) return undefined;
  if (kindRow(kind).partOf === undefined) return { kind, id };
  return within !== undefined && ID.test(within) ? { kind, id, within } : undefined;
}

const placeText = ({ kind, id, within }: ObjectPlace): string =>
  [kind, id, ...(within === undefined ? [] : [within])].join('/');

function readService(query: URLSearchParams): string | null {
  const given = query.get('service');
  return given && given.length <= MAX_SERVICE_LENGTH ? given : null;
}

const serviceText = (service: string | null | undefined): string =>
  typeof service === 'string' ? `?service=${encodeURIComponent(service)}` : '';

/** The list that a record is opened from; a part's is the list of what it is a part of. */
export function listOf({ kind, within }: ObjectPlace): Route {
  const { listedAt, partOf: whole, isOnlyWithin } = kindRow(kind);
  if (listedAt) return { screen: listedAt };
  const isPart = whole !== undefined && (within !== undefined || isOnlyWithin);
  return { screen: 'list', kind: isPart ? whole : kind };
}

function parentOfObject({ kind, within }: ObjectPlace): Route {
  const { listedAt, partOf: whole, atHome } = kindRow(kind);
  if (whole !== undefined && within !== undefined)
    return { screen: 'object', kind: whole, id: within };
  if (listedAt) return { screen: listedAt };
  return atHome ? HOME : { screen: 'list', kind };
}

const guideOfKind = ({ kind }: { readonly kind: RecordKind }): GuidePage => kindRow(kind).guide;
const isHome = (): Route => HOME;
const isMore = (): Route => ({ screen: 'more' });
const itself = (route: Route): Route => route;
/** What can be opened from anywhere leaves the list that is there. */
const whatIsThere = (_: Route, shown: Route | undefined): Route => shown ?? WALLETS;
/** A tab of the popup: nothing is above it. */
const ON_TAB = { parent: () => undefined } as const;
/** A place that is opened from anywhere, and leads home. */
const FROM_ANYWHERE = { parent: isHome, beside: whatIsThere } as const;
const ALONE = { beside: () => null } as const;
/** A place of the tab alone, with the page for itself. */
const IN_TAB = { ...ALONE, isTabOnly: true } as const;
const SETTING = { ...IN_TAB, parent: isMore } as const;
const BELOW_PROFILES = { ...IN_TAB, parent: (): Route => ({ screen: 'keys' }) } as const;

const idOf = <S extends 'activity' | 'passkey' | 'profile' | 'rotate'>(
  read: (id: string) => RouteOf<S>,
) => ({
  read: ([id = '']: readonly string[]) => (ID.test(id) ? read(id) : undefined),
  rest: ({ id }: WithId) => `/${id}`,
});

const operationOf = <S extends 'review' | 'result'>(
  read: (operation: string) => RouteOf<S>,
  guide: GuidePage,
) => ({
  guide,
  read: ([name = '']: readonly string[]) => (OPERATION_NAME.test(name) ? read(name) : undefined),
  rest: ({ operation }: OfOperation) => `/${operation}`,
  parent: ({ operation }: OfOperation): Route => ({ screen: 'form', operation }),
  beside: (_: Route, shown: Route | undefined) => shown,
});

const ROUTES: { readonly [S in Screen]: Row<S> } = {
  home: { guide: 'wallets', ...ON_TAB, read: () => ({ screen: 'home' }), beside: () => WALLETS },
  list: {
    guide: guideOfKind,
    read: ([name]) => {
      const kind = readKind(name);
      return kind && { screen: 'list', kind };
    },
    rest: ({ kind }) => `/${kind}`,
    parent: ({ kind }) => (kindRow(kind).place === 'tab' ? undefined : { screen: 'more' }),
    beside: itself,
  },
  table: {
    guide: guideOfKind,
    read: ([name = '']) => {
      const kind = readTableKind(name);
      return kind && { screen: 'table', kind };
    },
    rest: ({ kind }) => `/${kind}`,
    parent: ({ kind }) => ({ screen: 'list', kind }),
    beside: ({ kind }) => ({ screen: 'list', kind }),
  },
  object: {
    guide: guideOfKind,
    read: (parts) => {
      const place = readPlace(parts);
      return place && { screen: 'object', ...place };
    },
    rest: (route) => `/${placeText(route)}`,
    parent: parentOfObject,
    beside: (route, shown) => {
      const list = listOf(route);
      // The list of activities stays as it is: what needs approval, or all.
      return shown?.screen === list.screen && list.screen === 'activities' ? shown : list;
    },
  },
  more: { guide: 'index', ...ON_TAB, read: () => ({ screen: 'more' }), beside: whatIsThere },
  search: { guide: 'index', ...FROM_ANYWHERE, read: () => ({ screen: 'search' }) },
  operations: {
    guide: 'index',
    read: () => ({ screen: 'operations' }),
    parent: isMore,
    beside: itself,
  },
  form: {
    guide: ({ operation, about }) =>
      SIGNING.test(operation) ? 'signing' : ((about && guideOfKind(about)) ?? 'index'),
    read: ([operation = '', ...rest], query) => {
      if (!OPERATION_NAME.test(operation)) return undefined;
      const about = readPlace(rest);
      if (!about) return { screen: 'form', operation };
      return {
        screen: 'form',
        operation,
        about,
        ...(query.has('verify') && { isVerifying: true }),
      };
    },
    rest: ({ operation, about, isVerifying }) =>
      `/${operation}${about ? `/${placeText(about)}` : ''}${isVerifying ? '?verify' : ''}`,
    parent: ({ about }) => (about ? { screen: 'object', ...about } : { screen: 'operations' }),
    beside: ({ about }, shown) => (about ? listOf(about) : shown),
  },
  review: operationOf<'review'>((operation) => ({ screen: 'review', operation }), 'approvals'),
  result: operationOf<'result'>((operation) => ({ screen: 'result', operation }), 'activity'),
  activity: {
    guide: 'activity',
    ...idOf<'activity'>((id) => ({ screen: 'activity', id })),
    parent: isHome,
    beside: (_, shown) => shown ?? { screen: 'activities' },
  },
  passkey: {
    guide: 'passkeys',
    ...FROM_ANYWHERE,
    ...idOf<'passkey'>((id) => ({ screen: 'passkey', id })),
  },
  activities: {
    guide: ({ scope }) => (scope === 'approvals' ? 'approvals' : 'activity'),
    read: ([scope]) =>
      scope === 'approvals' || scope === 'device'
        ? { screen: 'activities', scope }
        : { screen: 'activities' },
    rest: ({ scope }) => (scope ? `/${scope}` : ''),
    parent: ({ scope }) => (scope ? { screen: 'activities' } : undefined),
    beside: itself,
  },
  history: {
    guide: 'activity',
    read: ([sequence = '']) =>
      SEQUENCE.test(sequence)
        ? { screen: 'history', sequence: Number(sequence) }
        : { screen: 'history' },
    rest: ({ sequence }) => (sequence === undefined ? '' : `/${sequence}`),
    parent: ({ sequence }) => (sequence === undefined ? SIGNED_HERE : { screen: 'history' }),
    beside: () => ({ screen: 'history' }),
  },
  requests: { guide: 'sites', ...ALONE, read: () => ({ screen: 'requests' }), parent: isHome },
  profiles: { guide: 'set-up', ...FROM_ANYWHERE, read: () => ({ screen: 'profiles' }) },
  keys: {
    guide: 'keys',
    ...SETTING,
    read: (_, query) => {
      const service = readService(query);
      return service === null ? { screen: 'keys' } : { screen: 'keys', service };
    },
    rest: ({ service }) => serviceText(service),
  },
  sites: { guide: 'sites', ...SETTING, read: () => ({ screen: 'sites' }) },
  security: { guide: 'passkeys', ...SETTING, read: () => ({ screen: 'security' }) },
  backup: { guide: 'backup', ...SETTING, read: () => ({ screen: 'backup' }) },
  appearance: { guide: 'index', ...SETTING, read: () => ({ screen: 'appearance' }) },
  about: { guide: 'index', ...SETTING, read: () => ({ screen: 'about' }) },
  import: { guide: 'import', ...IN_TAB, read: () => ({ screen: 'import' }) },
  'import-wallet': { guide: 'import', ...IN_TAB, read: () => ({ screen: 'import-wallet' }) },
  export: {
    guide: 'export',
    ...IN_TAB,
    read: (parts) => {
      const place = readExport(parts);
      return place && { screen: 'export', ...place };
    },
    rest: (route) => `/${placeText(route)}`,
  },
  profile: {
    guide: 'passkeys',
    ...BELOW_PROFILES,
    ...idOf<'profile'>((id) => ({ screen: 'profile', id })),
  },
  rotate: {
    guide: 'keys',
    ...BELOW_PROFILES,
    ...idOf<'rotate'>((id) => ({ screen: 'rotate', id })),
  },
  setup: {
    guide: 'set-up',
    ...IN_TAB,
    read: ([way], query) => ({
      screen: 'setup',
      service: readService(query),
      ...(way === 'restore' && { isRestoring: true }),
    }),
    rest: ({ service, isRestoring }) => `${isRestoring ? '/restore' : ''}${serviceText(service)}`,
  },
};

const isScreen = (name: string): name is Screen => Object.hasOwn(ROUTES, name);

/** Where each document is without a hash, and for one that it doesn't know. */
const FIRST = { popup: HOME, tab: { screen: 'keys' } } as const satisfies Record<Placement, Route>;

/** Where a place of the tab went that is no place of its own any more. */
function readMoved(name: string, [id = '']: readonly string[]): Route | undefined {
  if (name === 'stamped') return SIGNED_HERE;
  if (name !== 'private-keys') return undefined;
  const kind = 'privateKey';
  return ID.test(id) ? { screen: 'object', kind, id } : { screen: 'list', kind };
}

/** Reads a location's hash. */
export function readRoute(hash: string, placement: Placement): Route {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  if (path === '/') return HOME;
  const [name = '', ...parts] = path.replace(/^\//, '').split('/');
  const moved = placement === 'tab' ? readMoved(name, parts) : undefined;
  if (moved) return moved;
  if (!isScreen(name) || (placement === 'popup' && ROUTES[name].isTabOnly)) return FIRST[placement];
  return ROUTES[name].read(parts, new URLSearchParams(query)) ?? FIRST[placement];
}

/** The opposite of {@link readRoute}. */
export function hashOf<S extends Screen>(route: RouteOf<S>): string {
  const { screen } = route;
  return screen === 'home' ? '#/' : `#/${screen}${ROUTES[screen].rest?.(route) ?? ''}`;
}

/** Where "Back" leads: always one step up. */
export const parentOf = <S extends Screen>(route: RouteOf<S>): Route | undefined =>
  ROUTES[route.screen].parent?.(route);

/**
 * The page of the guide about a place; of a form that is about no record, the one about the list beside it.
 * @param list what stands beside it where the page is wide
 */
export function guideOf<S extends Screen>(route: RouteOf<S>, list?: Route | null): GuidePage {
  const { guide } = ROUTES[route.screen];
  const page = typeof guide === 'function' ? guide(route) : guide;
  return page === 'index' && list ? guideOf(list) : page;
}

/** Whether only the tab has a place. */
export const isTabOnly = (route: Route): route is RouteOf<TabScreen> =>
  ROUTES[route.screen].isTabOnly === true;

/** The list beside a place where the page is wide, as its row says. */
export const besideOf = <S extends Screen>(route: RouteOf<S>, shown: Route | undefined) =>
  ROUTES[route.screen].beside(route, shown);

/** Whether a route shows a record, a part of it, or something about it. */
export function isAbout(route: Route, { kind, id }: ObjectPlace): boolean {
  const place = route.screen === 'form' ? route.about : route;
  if (!place || !('id' in place) || !('kind' in place)) return false;
  const isPart = kindRow(place.kind).partOf === kind && place.within === id;
  return isPart || (place.kind === kind && place.id === id);
}
