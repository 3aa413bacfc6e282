// The command line of `npm run service`.
import { parseArgs } from 'node:util';
import type { Rates } from './rate-limits.ts';

export type ServiceArguments = {
  readonly port: number;
  readonly host: string;
  /** A folder, or `memory`. */
  readonly data: string;
  readonly rates: Rates;
  /** Accepted origins of passkeys; every origin when undefined. */
  readonly origins: readonly string[] | undefined;
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
  --data DIR     folder of the database and the master key (.keystamp/service), or
  --data memory  nothing is kept
  --demo DIR     the built demo dApp, served at /demo (.output/demo beside this program)
  --people DIR   where a new organization's Carol and Dave keep their API keys, one line to import in
                 each file (people in the data folder; without a folder they have no keys). They
                 are no root users: policies make them approve each other's changes
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
    if (data === '') return { error: '--data takes a folder, or the word memory' };
    if (demo === '') return { error: '--demo takes a folder' };
    if (people === '') return { error: '--people takes a folder' };
    const [organization, operation, group] = RATE_OPTIONS.map((name) => numberOf(values[name]));
    const rates = { organization, operation, group };
    return { arguments: { port: Number(port), host, data, rates, demo, people, origins } };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
