/** The sections in the menu. */
export const SECTIONS = [
  'keys',
  'private-keys',
  'sites',
  'security',
  'history',
  'backup',
  'appearance',
  'about',
] as const;
export type Section = (typeof SECTIONS)[number];

export type Route =
  | { readonly at: Exclude<Section, 'private-keys' | 'keys'> }
  /** Profiles and keys; `service` is where the local service says it is now. */
  | { readonly at: 'keys'; readonly service?: string }
  /** The list of private keys, or only the key with this ID. */
  | { readonly at: 'private-keys'; readonly id?: string }
  /** Importing a private key into the service. */
  | { readonly at: 'import' }
  | { readonly at: 'profile'; readonly id: string }
  /** Setting up the first profile or another one; `service` only fills in the address field. */
  | { readonly at: 'setup'; readonly service: string | null };

/** Longer than any address a profile accepts. */
const MAX_SERVICE_LENGTH = 600;

/** Reads a location hash; anything unknown leads to the first section. */
export function readRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [first = '', second = ''] = path.split('/');
  const given = new URLSearchParams(query).get('service');
  const service = given && given.length <= MAX_SERVICE_LENGTH ? given : null;
  if (first === 'setup') return { at: 'setup', service };
  if (first === 'keys' && service !== null) return { at: 'keys', service };
  if (first === 'profile' && second) return { at: 'profile', id: second };
  if (first === 'import') return { at: 'import' };
  if (first === 'private-keys' && second) return { at: first, id: second };
  return { at: SECTIONS.find((section) => section === first) ?? 'keys' };
}

/** The hash of a route. */
export function hashOf(route: Route): string {
  if (route.at === 'profile') return `#/profile/${route.id}`;
  if (route.at === 'private-keys' && route.id) return `#/${route.at}/${route.id}`;
  const service = serviceOf(route);
  const query = service === null ? '' : `?service=${encodeURIComponent(service)}`;
  return `#/${route.at}${query}`;
}

/** The address that a route names, or null. */
export function serviceOf(route: Route): string | null {
  return route.at === 'setup' || route.at === 'keys' ? (route.service ?? null) : null;
}
