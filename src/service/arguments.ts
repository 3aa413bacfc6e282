// What the command line and the environment of `npm run service` ask for (settings.ts).
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { readToken, type Token } from './balances.ts';
import { readRpcAddress, type RpcAddress } from './chains.ts';
import { LOG_FORMS, type LogForm } from './log.ts';
import type { Rates } from './rate-limits.ts';
import { SETTINGS, unknownVariables, variableOf, type Flag } from './settings.ts';

export type ServiceArguments = {
  readonly port: number;
  readonly host: string;
  /** A folder, or `memory`. */
  readonly data: string;
  readonly rates: Rates;
  /** Accepted origins of passkeys; every origin when undefined. */
  readonly origins: readonly string[] | undefined;
  /** Nodes of chains, and tokens whose balances are looked up. */
  readonly rpc: readonly RpcAddress[];
  readonly tokens: readonly Token[];
  /** Names that a Host header may have besides loopback's and the host's own, lower case. */
  readonly allowedHosts: readonly string[];
  /** Where clients reach the service through a proxy. */
  readonly publicUrl: string | undefined;
  /** Proxies that say whom a request comes from, as addresses and ranges. */
  readonly trustedProxies: readonly string[];
  /** Whether the helpers under `/local` are there. */
  readonly hasLocalHelpers: boolean;
  readonly limits: ConnectionLimits;
  /** How long to keep serving after a signal, milliseconds. */
  readonly graceMs: number;
  readonly log: LogForm;
  /** Where metrics are served; undefined for nowhere. */
  readonly metrics: { readonly port: number; readonly host: string } | undefined;
  /** Print a registration of this user and end. */
  readonly firstUser: string | undefined;
  /** Bring the database's tables up to date and end. */
  readonly migratesOnly: boolean;
  /** Seal everything under another master key and end. */
  readonly rotatesMasterKey: boolean;
  /** Folder of the built demo dApp; the build's own output when undefined. */
  readonly demo: string | undefined;
  /** Folder for the keys of the demo organization's people; the data folder's own when undefined. */
  readonly people: string | undefined;
};

/** Limits of connections, to the database and of clients; times in milliseconds. */
export type ConnectionLimits = {
  readonly writeConnections: number;
  readonly readConnections: number;
  readonly maxClients: number;
  readonly keepAliveMs: number;
  readonly headersMs: number;
  readonly requestMs: number;
};

type Environment = Readonly<Record<string, string | undefined>>;
type Values = ReadonlyMap<string, readonly string[]>;

/** What a start asks for; `help` for `--help`; a sentence for what it can't parse. */
export function readArguments(
  args: readonly string[],
  env: Environment = {},
): { readonly arguments: ServiceArguments } | { readonly help: true } | { readonly error: string } {
  try {
    const flags = readFlags(args);
    if (flags.has('help')) return { help: true };
    const [unknown] = unknownVariables(env);
    if (unknown !== undefined) return { error: `${unknown} is no setting of this service` };
    const variables = readVariables(env);
    const fault = faultOf(flags, (flag) => `--${flag}`) ?? faultOf(variables, variableOf);
    if (fault !== undefined) return { error: fault };
    return toArguments(new Map([...variables, ...flags]));
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function readFlags(args: readonly string[]): Values {
  const options: NonNullable<ParseArgsConfig['options']> = {};
  for (const { flag, takes, isList = false } of SETTINGS) {
    options[flag] = takes ? { type: 'string', multiple: isList } : { type: 'boolean' };
  }
  const { values } = parseArgs({
    args: args.map((arg) => (arg === '-h' ? '--help' : arg)),
    options,
    allowPositionals: false,
  });
  return new Map(
    Object.entries(values).map(([flag, value]) => [flag, [value].flat().map(String)] as const),
  );
}

function readVariables(env: Environment): Values {
  const found = SETTINGS.flatMap(({ flag, takes, isList, isCommand }) => {
    const text = isCommand ? undefined : env[variableOf(flag)];
    if (text === undefined || (!takes && text === '0')) return [];
    if (!takes && text !== '1') throw new Error(`${variableOf(flag)} takes 1 or 0, not ${text}`);
    return [[flag, isList ? text.split(',').map((part) => part.trim()) : [text]] as const];
  });
  return new Map(found);
}

/** The first value that its setting doesn't take, in words. */
function faultOf(values: Values, nameOf: (flag: string) => string): string | undefined {
  for (const { flag, takes } of SETTINGS) {
    const wrong = takes && values.get(flag)?.find((text) => !takes.isValid(text));
    if (takes === undefined || wrong === undefined) continue;
    return `${nameOf(flag)} takes ${takes.words}${wrong === '' ? '' : `, not ${wrong}`}`;
  }
  return undefined;
}

function toArguments(values: Values) {
  const text = (flag: Flag) => values.get(flag)?.[0];
  const initial = (flag: Flag) => SETTINGS.find((one) => one.flag === flag)?.initial ?? '';
  const given = (flag: Flag) => text(flag) ?? initial(flag);
  const number = (flag: Flag) => Number(given(flag));
  const optional = (flag: Flag) => (text(flag) === undefined ? undefined : number(flag));
  const ms = (flag: Flag) => number(flag) * 1000;
  const allowedHosts = (values.get('allowed-host') ?? []).map((name) => name.toLowerCase());
  const publicUrl = text('public-url');
  const trustedProxies = values.get('trusted-proxy') ?? [];
  const isPublic = allowedHosts.length > 0 || trustedProxies.length > 0 || publicUrl !== undefined;
  const hasLocalHelpers = !isPublic && !values.has('no-local');
  const limits: ConnectionLimits = {
    writeConnections: number('write-connections'),
    readConnections: number('read-connections'),
    maxClients: number('max-connections'),
    keepAliveMs: ms('keep-alive'),
    headersMs: ms('header-time'),
    requestMs: ms('request-time'),
  };
  if (limits.requestMs < limits.headersMs) {
    return { error: '--request-time may not be less than --header-time, which is part of it' };
  }
  const metricsPort = optional('metrics-port');
  const grace = text('grace') ?? (hasLocalHelpers ? '0' : '5');
  const started: ServiceArguments = {
    port: number('port'),
    host: given('host'),
    data: given('data'),
    rates: {
      organization: optional('rate'),
      operation: optional('rate-operation'),
      group: optional('rate-group'),
    },
    origins: values.get('origin'),
    rpc: (values.get('rpc') ?? []).flatMap((one) => readRpcAddress(one) ?? []),
    tokens: (values.get('token') ?? []).flatMap((one) => readToken(one) ?? []),
    allowedHosts,
    publicUrl,
    trustedProxies,
    hasLocalHelpers,
    limits,
    graceMs: Number(grace) * 1000,
    log: LOG_FORMS.find((form) => form === given('log')) ?? 'off',
    metrics:
      metricsPort === undefined ? undefined : { port: metricsPort, host: given('metrics-host') },
    firstUser: text('first-user'),
    migratesOnly: values.has('migrate'),
    rotatesMasterKey: values.has('rotate-master-key'),
    demo: text('demo'),
    people: text('people'),
  };
  return { arguments: started };
}
