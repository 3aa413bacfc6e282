/*
 * A site group: everything below one name that somebody registered, such as `app.example` and all its
 * subdomains. Whoever holds one of them can make as many others as they like, so what limits asking
 * is counted for all together. What is allowed stays with the exact origin.
 */

/** A name, or a number of a computer (such as `app.example`, `co.uk`, `127.0.0.1`). */
export type SiteGroup = string;

const NUMBER = /^(?:\d+\.\d+\.\d+\.\d+|\[.*\])$/;

/** The host of an origin, without the dot that may end it. */
function hostOf(origin: string): string {
  return (URL.parse(origin)?.hostname ?? origin).replace(/\.$/, '');
}

/**
 * The group of an origin by the public suffix list (see scripts/site-suffixes.ts for its form).
 * Without the list it is the last two labels: too wide under a suffix such as `co.uk`, so that more
 * is held back, and never less.
 */
export function siteGroupOf(origin: string, suffixes: string | undefined): SiteGroup {
  const host = hostOf(origin);
  if (NUMBER.test(host)) return host;
  if (host.endsWith('.localhost')) return 'localhost';
  const labels = host.split('.');
  const own = 1 + (suffixes === undefined ? 1 : suffixLength(labels, suffixes));
  return labels.slice(-own).join('.');
}

/** How many labels of a host nobody can register: those of the longest rule that it meets. */
function suffixLength(labels: readonly string[], suffixes: string): number {
  const start = suffixes.indexOf(`\n${labels.at(-1)} `);
  // A name that the list does not know has one such label, as the list itself says.
  if (start === -1) return 1;
  const [, ...rules] = suffixes.slice(start + 1, suffixes.indexOf('\n', start + 1)).split(' ');
  const known = new Set(rules);
  const heads = labels.slice(0, -1);
  for (let at = 0; at < heads.length; at++) {
    const name = heads.slice(at).join('.');
    const length = heads.length - at + 1;
    // An exception takes its own first label out of the rule above it.
    if (known.has(`!${name}`)) return length - 1;
    const any = ['*', ...heads.slice(at + 1)].join('.');
    if (known.has(name) || known.has(any)) return length;
  }
  return 1;
}

/** Whether an origin can be of a group at all: what needs no list, and mostly says no. */
export function mayBeOf(origin: string, group: SiteGroup): boolean {
  const host = hostOf(origin);
  return host === group || host.endsWith(`.${group}`);
}

/** Site groups over the list that is packed in the extension. */
export type SiteGroups = {
  readonly of: (origin: string) => Promise<SiteGroup>;
  /** Whether an origin is of a group; reads the list only where that can be. */
  readonly isOf: (origin: string, group: SiteGroup) => Promise<boolean>;
  /** The group where the list is in memory already. */
  readonly known: (origin: string) => SiteGroup | undefined;
  /** Whether the list can be had: without it groups are too wide to be written down. */
  readonly areExact: () => Promise<boolean>;
};

/** Reads the list when it is first needed, and again when that failed. */
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
