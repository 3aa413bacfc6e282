import * as v from 'valibot';
import { KeystampError } from '../protocol/errors.ts';
import { readBaseUrl } from '../protocol/profile.ts';
import type { Item } from '../storage/area.ts';

/*
 * Which hosts Keystamp may contact: those that the browser lets it reach, and that the user has allowed
 * by name. In Chromium the browser asks for each. Firefox gives all https hosts at installation, so
 * Keystamp asks there itself (docs/platform.md, Host permissions).
 */

const hostName = v.pipe(v.string(), v.minLength(1), v.maxLength(255));
const MAX_HOSTS = 200;

/** Name of the vault's clear record with the hosts that the user allowed. */
const HOSTS_RECORD = 'hosts';
const hostsRecord = v.pipe(v.array(hostName), v.maxLength(MAX_HOSTS));

export type HostAccess = ReturnType<typeof createHostAccess>;

/** Over one lifetime of the background. */
export function createHostAccess(deps: {
  /** Whether the browser lets us reach a host, given as a match pattern such as `https://host/*`. */
  readonly mayReach: (pattern: string) => Promise<boolean>;
  /** Whether the browser asks the user before the first contact with a host. */
  readonly asksForHosts: boolean;
  /** Where nobody else can add one. */
  readonly vault: {
    readonly clearItem: (name: string, schema: typeof hostsRecord) => Item<string[]>;
  };
}) {
  const { mayReach, asksForHosts, vault } = deps;
  const allowed = vault.clearItem(HOSTS_RECORD, hostsRecord);
  /** What the browser said; it tells of every change. */
  const said = new Map<string, Promise<boolean>>();

  function askBrowser(pattern: string): Promise<boolean> {
    const known = said.get(pattern);
    if (known) return known;
    const answer = mayReach(pattern);
    said.set(pattern, answer);
    // A permission that isn't there may come within the same click.
    answer.then(
      (isGiven) => isGiven || said.delete(pattern),
      () => said.delete(pattern),
    );
    return answer;
  }

  const isAllowed = async (host: string): Promise<boolean> =>
    asksForHosts || ((await allowed.get()) ?? []).includes(host);

  /** Whether both the browser and the user let us contact the host of a base URL or an origin. */
  async function mayContact(address: string): Promise<boolean> {
    const read = readBaseUrl(address);
    if (!read.ok) return false;
    const { protocol, hostname } = new URL(read.url);
    // Patterns of Firefox have no ports; one without stands for each.
    if (!(await askBrowser(`${protocol}//${hostname}/*`))) return false;
    return read.loopback || isAllowed(hostname);
  }

  return {
    mayContact,
    /** @throws `host_permission_missing` */
    demand: async (address: string): Promise<void> => {
      if (await mayContact(address)) return;
      throw new KeystampError('host_permission_missing', undefined, { field: 'baseUrl' });
    },
    /** Whether the user has allowed a host by its name, or the browser asks about each itself. */
    isAllowed,
    allow: async (host: string): Promise<void> => {
      const hosts = (await allowed.get()) ?? [];
      if (!hosts.includes(host)) await allowed.set([...hosts, host].slice(-MAX_HOSTS));
    },
    /** The browser's permissions have changed: what waited for a host may go out now. */
    changed: async (runner: { readonly resumeAfterUnlock: () => Promise<void> }): Promise<void> => {
      said.clear();
      await runner.resumeAfterUnlock();
    },
  };
}
