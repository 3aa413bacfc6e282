// The command line of `npm run service`.
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { label } from '../protocol/fields.ts';
import type { Rates } from './rate-limits.ts';
import { readProxyRange } from './trusted-proxies.ts';

export type ServiceArguments = {
  readonly port: number;
  readonly host: string;
  /** A folder, or `memory`. */
  readonly data: string;
  readonly rates: Rates;
  /** Accepted origins of passkeys; every origin when undefined. */
  readonly origins: readonly string[] | undefined;
  /** Names that a Host header may have besides loopback's and the host's own, lower case. */
  readonly allowedHosts: readonly string[];
  /** Where clients reach the service through a proxy. */
  readonly publicUrl: string | undefined;
  /** Proxies that say whom a request comes from, as addresses and ranges. */
  readonly trustedProxies: readonly string[];
  /** Whether the helpers under `/local` are there. */
  readonly hasLocalHelpers: boolean;
  /** Print a registration of this user and end. */
  readonly firstUser: string | undefined;
  /** Bring the database's tables up to date and end. */
  readonly migratesOnly: boolean;
  /** Folder of the built demo dApp; the build's own output when undefined. */
  readonly demo: string | undefined;
  /** Folder for the keys of the demo organization's people; the data folder's own when undefined. */
  readonly people: string | undefined;
};

export const DEFAULT_PORT = 8788;

export const HELP = `The local service: the whole interface on this machine, for development and tests.

  npm run service -- [options]

  --port N       port to listen on, 0 for any free one (${DEFAULT_PORT})
  --host ADDRESS address to listen on (127.0.0.1). The helpers under /local stay on this machine.
  --allowed-host NAME
                 answer to this name in the Host header, too; give it again for more
  --public-url URL
                 where clients reach the service through a proxy, such as
                 https://keys.example.com: it answers to that name, and its links begin so
  --trusted-proxy ADDRESS
                 take the client's address, which IP allowlists check, from the X-Forwarded-For or
                 Forwarded of this proxy, or of a range such as 10.0.0.0/8; give it again for more.
                 Of several hops it is the right-most that is no trusted proxy
  --no-local     without the helpers under /local, which enroll anybody with a set-up code. They are
                 off as well with --allowed-host, --public-url or --trusted-proxy
  --first-user NAME
                 print a code that registers the first root user, once, within a day, and end
                 (POST /registration, src/service/README.md)
  --migrate      bring the tables of the database up to date and end: with a role that may create
                 them, so that the service's own role need not
  --data DIR     folder of the database and the master key (.keystamp/service), or
  --data memory  nothing is kept
  --demo DIR     the built demo dApp, served at /demo (.output/demo beside this program)
  --people DIR   where a new organization's people keep their API keys, one line to import in each
                 file (people in the data folder; without a folder, or without local helpers,
                 they have no keys). Alice and Bob are root users; policies make Carol and Dave
                 approve each other's changes
  --rate N       limit each organization as the deployed service does: N requests a second, and a
                 minute's worth of them at once; more get 429 (no limit). Its plans: 1, 3, 60
  --rate-operation N, --rate-group N
                 the same for each single operation, and for the operations on one kind of
                 resource, such as wallets: a request counts in every limit (no limit)
  --origin O     take passkeys from this origin only, such as https://example.com or
                 chrome-extension://ID; give it again for more (from every origin)
  --help         this text

Environment:
  DATABASE_URL           postgres://... : this server instead of the embedded database; several
                         services may share it if they share the master key
  KEYSTAMP_SERVICE_KEY   master key, 64 hex digits (else a file in the data folder)
`;

/** An origin as browsers write it (RFC 6454, 6.2): no path, not even a slash. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^\s/]+$/;

/** A host name, or an address as a Host header has it, without its port. */
const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]+\])$/i;

const RATE_OPTIONS = ['rate', 'rate-operation', 'rate-group'] as const;

const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text));

/** What the command line asks for; `help` for `--help`; a sentence for what it can't parse. */
export function readArguments(
  args: readonly string[],
): { readonly arguments: ServiceArguments } | { readonly help: true } | { readonly error: string } {
  const text = { type: 'string' } as const;
  const options = {
    port: text,
    host: text,
    data: text,
    rate: text,
    'rate-operation': text,
    'rate-group': text,
    demo: text,
    people: text,
    origin: { type: 'string', multiple: true },
    'allowed-host': { type: 'string', multiple: true },
    'public-url': text,
    'trusted-proxy': { type: 'string', multiple: true },
    'no-local': { type: 'boolean' },
    'first-user': text,
    migrate: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  try {
    const { values } = parseArgs({ args: [...args], options, allowPositionals: false });
    if (values.help) return { help: true };
    const { port = String(DEFAULT_PORT), host = '127.0.0.1', data = '.keystamp/service' } = values;
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
      return { error: `--port takes a number from 0 to 65535, not ${port}` };
    }
    const { demo, people, origin: origins } = values;
    const invalidOrigin = origins?.find((origin) => !ORIGIN.test(origin));
    if (invalidOrigin !== undefined) {
      return {
        error: `--origin takes a scheme and a host, such as https://example.com, not ${invalidOrigin}`,
      };
    }
    for (const name of RATE_OPTIONS) {
      const rate = values[name];
      if (rate === undefined || /^[1-9]\d{0,6}$/.test(rate)) continue;
      return {
        error: `--${name} takes a whole number of requests a second, 1 or more, not ${rate}`,
      };
    }
    const fault = doorFault(values);
    if (fault !== undefined) return { error: fault };
    if (data === '') return { error: '--data takes a folder, or the word memory' };
    if (demo === '') return { error: '--demo takes a folder' };
    if (people === '') return { error: '--people takes a folder' };
    const [organization, operation, group] = RATE_OPTIONS.map((name) => numberOf(values[name]));
    const rates = { organization, operation, group };
    const given = { port: Number(port), host, data, rates, demo, people, origins };
    return { arguments: { ...given, ...readDoors(values) } };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

type DoorValues = {
  readonly 'allowed-host'?: readonly string[];
  readonly 'public-url'?: string;
  readonly 'trusted-proxy'?: readonly string[];
  readonly 'no-local'?: boolean;
  readonly 'first-user'?: string;
  readonly migrate?: boolean;
};

/** What is wrong with a name by which clients reach the service, or with the first user's. */
function doorFault(values: DoorValues): string | undefined {
  const { 'public-url': publicUrl, 'first-user': firstUser } = values;
  const invalidHost = values['allowed-host']?.find((name) => !HOST_NAME.test(name));
  if (invalidHost !== undefined) {
    return `--allowed-host takes a name without scheme and port, such as keys.example.com, not ${invalidHost}`;
  }
  if (publicUrl !== undefined && !(/^https?:/.test(publicUrl) && ORIGIN.test(publicUrl))) {
    return `--public-url takes http or https and a host, such as https://keys.example.com, not ${publicUrl}`;
  }
  const invalidProxy = values['trusted-proxy']?.find((text) => !readProxyRange(text));
  if (invalidProxy !== undefined) {
    return `--trusted-proxy takes an address or a range, such as 10.0.0.0/8, not ${invalidProxy}`;
  }
  const isName = firstUser === undefined || v.is(label, firstUser);
  return isName ? undefined : '--first-user takes a name of 1 to 64 letters, digits and spaces';
}

/** Names by which clients reach the service, and who gets in without a key. */
function readDoors(values: DoorValues) {
  const { 'public-url': publicUrl, 'first-user': firstUser, migrate = false } = values;
  const allowedHosts = (values['allowed-host'] ?? []).map((name) => name.toLowerCase());
  const trustedProxies = values['trusted-proxy'] ?? [];
  const isPublic = allowedHosts.length > 0 || trustedProxies.length > 0 || publicUrl !== undefined;
  const hasLocalHelpers = !isPublic && !values['no-local'];
  return {
    allowedHosts,
    publicUrl,
    trustedProxies,
    firstUser,
    hasLocalHelpers,
    migratesOnly: migrate,
  };
}
