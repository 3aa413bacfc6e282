// Who may talk to a service that listens on this machine.

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);
const IP = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/i;
const UNSPECIFIED_ADDRESSES = new Set(['0.0.0.0', '::']);

/**
 * Whether a Host header names this service. A page that rebinds its own name to 127.0.0.1 sends
 * that name here. So names other than loopback's and the one the service listens on are refused. If
 * the service listens on every address, all names are refused too: addresses can't be rebound. Names that
 * the operator allows are the service's as well.
 */
function isOwnHost(
  header: string | null,
  listenAddress: string,
  allowedHosts: readonly string[] = [],
): boolean {
  const name = (header ?? '').replace(/:\d+$/, '').toLowerCase();
  if (allowedHosts.includes(name)) return true;
  if (LOOPBACK.has(name) || name === listenAddress.toLowerCase() || name === `[${listenAddress}]`) {
    return true;
  }
  return UNSPECIFIED_ADDRESSES.has(listenAddress) && IP.test(name);
}

/** How clients reach a service. */
export type Doors = {
  /** The address the service listens on; a Host header may name it. */
  readonly host?: string;
  /** Names besides, lower case, that a Host header may have. */
  readonly allowedHosts?: readonly string[];
  /** Where clients reach the service, if a proxy has another address than it. */
  readonly publicUrl?: string | undefined;
};

const hostOf = (request: Request) => request.headers.get('Host') ?? new URL(request.url).host;

/** Whether a request came by one of the service's names. */
export function cameByOwnName(request: Request, doors: Doors): boolean {
  const { host: listenAddress = '127.0.0.1', allowedHosts = [], publicUrl } = doors;
  const publicHost = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
  return isOwnHost(hostOf(request), listenAddress, [...allowedHosts, ...publicHost]);
}

/**
 * Whether a request came by an IP address or one of the service's names: balancers and scrapers ask by
 * address, and a page can rebind a name, but no address.
 */
export function cameByAddressOrName(request: Request, doors: Doors): boolean {
  return IP.test(hostOf(request).replace(/:\d+$/, '')) || cameByOwnName(request, doors);
}

/** Whether a client's address is a loopback address of this machine. */
export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(address);
}

/** Whether an Origin header is an extension's: only the browser writes it. */
export function isExtensionOrigin(origin: string): boolean {
  return /^(?:chrome|moz|safari-web)-extension:\/\/[\w-]+$/.test(origin);
}
