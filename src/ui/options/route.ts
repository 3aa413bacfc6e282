import { readExportableKind, type ExportableKind } from '../kinds.ts';

/** The sections in the menu. */
export const SECTIONS = [
  'keys',
  'sites',
  'security',
  'history',
  'backup',
  'appearance',
  'about',
] as const;
export type Section = (typeof SECTIONS)[number];

/** A record whose key material can be exported; `within` is the wallet of an account. */
export type ExportPlace = {
  readonly kind: ExportableKind;
  readonly id: string;
  readonly within?: string | undefined;
};

const ID = /^[0-9a-f-]{36}$/;

export type Route =
  | { readonly at: Exclude<Section, 'keys'> }
  /** Profiles and keys; `service` is where the local service says it is now. */
  | { readonly at: 'keys'; readonly service?: string }
  /** Where the list of private keys was, or the key with this ID. */
  | { readonly at: 'private-keys'; readonly id?: string }
  /** Importing a private key into the service, or a wallet by its recovery phrase. */
  | { readonly at: 'import' }
  | { readonly at: 'import-wallet' }
  | ({ readonly at: 'export' } & ExportPlace)
  | { readonly at: 'profile'; readonly id: string }
  /** Replacing the API key of the profile with this ID. */
  | { readonly at: 'rotate'; readonly id: string }
  /** Setting up the first profile or another one; `service` only fills in the address field. */
  | { readonly at: 'setup'; readonly service: string | null };

/** Longer than any address a profile accepts. */
const MAX_SERVICE_LENGTH = 1000;

function readExport([name, id = '', within]: readonly string[]): Route | undefined {
  const kind = readExportableKind(name);
  if (!kind || !ID.test(id)) return undefined;
  if (kind !== 'walletAccount') return { at: 'export', kind, id };
  return within !== undefined && ID.test(within) ? { at: 'export', kind, id, within } : undefined;
}

/** Reads a location hash; anything unknown leads to the first section. */
export function readRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [first = '', ...rest] = path.split('/');
  const [second = ''] = rest;
  const given = new URLSearchParams(query).get('service');
  const service = given && given.length <= MAX_SERVICE_LENGTH ? given : null;
  if (first === 'setup') return { at: 'setup', service };
  if (first === 'keys' && service !== null) return { at: 'keys', service };
  if ((first === 'profile' || first === 'rotate') && second) return { at: first, id: second };
  if (first === 'import' || first === 'import-wallet') return { at: first };
  const exported = first === 'export' ? readExport(rest) : undefined;
  if (exported) return exported;
  if (first === 'private-keys') return second ? { at: first, id: second } : { at: first };
  return { at: SECTIONS.find((section) => section === first) ?? 'keys' };
}

/** The hash of a route. */
export function hashOf(route: Route): string {
  if (route.at === 'profile' || route.at === 'rotate') return `#/${route.at}/${route.id}`;
  if (route.at === 'private-keys' && route.id) return `#/${route.at}/${route.id}`;
  if (route.at === 'export') {
    return `#/export/${[route.kind, route.id, ...(route.within ? [route.within] : [])].join('/')}`;
  }
  const service = serviceOf(route);
  const query = service === null ? '' : `?service=${encodeURIComponent(service)}`;
  return `#/${route.at}${query}`;
}

/** The address that a route names, or null. */
export function serviceOf(route: Route): string | null {
  return route.at === 'setup' || route.at === 'keys' ? (route.service ?? null) : null;
}
