/** The sections in the menu. */
export const SECTIONS = [
  'keys',
  'private-keys',
  'sites',
  'security',
  'history',
  'appearance',
  'about',
] as const;
export type Section = (typeof SECTIONS)[number];

export type Route =
  | { readonly at: Exclude<Section, 'private-keys'> }
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
  if (first === 'setup') {
    const service = new URLSearchParams(query).get('service');
    return {
      at: 'setup',
      service: service && service.length <= MAX_SERVICE_LENGTH ? service : null,
    };
  }
  if (first === 'profile' && second) return { at: 'profile', id: second };
  if (first === 'import') return { at: 'import' };
  if (first === 'private-keys' && second) return { at: first, id: second };
  return { at: SECTIONS.find((section) => section === first) ?? 'keys' };
}

/** The hash of a route. */
export function hashOf(route: Route): string {
  if (route.at === 'profile') return `#/profile/${route.id}`;
  if (route.at === 'private-keys' && route.id) return `#/${route.at}/${route.id}`;
  if (route.at !== 'setup') return `#/${route.at}`;
  const query = route.service === null ? '' : `?service=${encodeURIComponent(route.service)}`;
  return `#/setup${query}`;
}
