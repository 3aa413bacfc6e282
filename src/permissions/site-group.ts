import { originOutside } from '../protocol/container.ts';

/*
 * A site group: everything under one registered domain, such as `app.example` and all its
 * subdomains. Anyone who owns one of them can create as many others as they like, so limits on
 * requests count for all of them together. What is allowed still depends on the exact origin.
 */

/** A domain or an IP address (such as `app.example`, `co.uk`, `127.0.0.1`). */
export type SiteGroup = string;

const NUMBER = /^(?:\d+\.\d+\.\d+\.\d+|\[.*\])$/;

/** An origin's host, in any container, without a trailing dot. */
function hostOf(origin: string): string {
  return (URL.parse(originOutside(origin))?.hostname ?? origin).replace(/\.$/, '');
}

/**
 * The group of an origin by the public suffix list (its form is described in
 * scripts/site-suffixes.ts). Without the list, it's the last two labels. That's too wide under a
 * suffix such as `co.uk`, so it holds back more, never less.
 */
export function siteGroupOf(origin: string, suffixes: string | undefined): SiteGroup {
  const host = hostOf(origin);
  if (NUMBER.test(host)) return host;
  if (host.endsWith('.localhost')) return 'localhost';
  const labels = host.split('.');
  const own = 1 + (suffixes === undefined ? 1 : suffixLength(labels, suffixes));
  return labels.slice(-own).join('.');
}

/** How many labels of a host nobody can register: those of the longest matching rule. */
function suffixLength(labels: readonly string[], suffixes: string): number {
  const start = suffixes.indexOf(`\n${labels.at(-1)} `);
  // A name that isn't on the list has one such label, as the list itself says.
  if (start === -1) return 1;
  const [, ...rules] = suffixes.slice(start + 1, suffixes.indexOf('\n', start + 1)).split(' ');
  const known = new Set(rules);
  const heads = labels.slice(0, -1);
  for (let at = 0; at < heads.length; at++) {
    const name = heads.slice(at).join('.');
    const length = heads.length - at + 1;
    // An exception removes its own first label from the rule above it.
    if (known.has(`!${name}`)) return length - 1;
    const any = ['*', ...heads.slice(at + 1)].join('.');
    if (known.has(name) || known.has(any)) return length;
  }
  return 1;
}

/** Whether an origin can belong to a group at all. Needs no list, and usually says no. */
export function mayBeOf(origin: string, group: SiteGroup): boolean {
  const host = hostOf(origin);
  return host === group || host.endsWith(`.${group}`);
}

/** Site groups by the list packed into the extension. */
export type SiteGroups = {
  readonly of: (origin: string) => Promise<SiteGroup>;
  /** Whether an origin belongs to a group. Reads the list only if that's possible. */
  readonly isOf: (origin: string, group: SiteGroup) => Promise<boolean>;
  /** The group, if the list is already in memory. */
  readonly known: (origin: string) => SiteGroup | undefined;
  /** Whether the list is available. Without it, groups are too wide to be stored. */
  readonly areExact: () => Promise<boolean>;
};

/** Reads the list when it's first needed, and again if that failed. */
export function createSiteGroups(effects: {
  readonly siteSuffixes: () => Promise<string>;
}): SiteGroups {
  let list: string | undefined;
  let loading: Promise<string | undefined> | undefined;

  const load = (): Promise<string | undefined> =>
    (loading ??= effects
      .siteSuffixes()
      .then((text) => (list = text))
      .catch(() => undefined)
      .finally(() => (loading = undefined)));
  const read = async () => list ?? (await load());
  const of = async (origin: string) => siteGroupOf(origin, await read());

  return {
    of,
    isOf: async (origin, group) => mayBeOf(origin, group) && (await of(origin)) === group,
    known: (origin) => (list === undefined ? undefined : siteGroupOf(origin, list)),
    areExact: async () => (await read()) !== undefined,
  };
}
