// Starts the local service: `node src/service/main.ts --help`.
import { join, resolve } from 'node:path';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomBytes, type Bytes } from '../crypto/bytes.ts';
import { readArguments, type ServiceArguments } from './arguments.ts';
import { lockFolder, parseMasterKey, readMasterKey, type FolderLock } from './data-folder.ts';
import { keepInFolder } from './demo-people.ts';
import { openDatabase, openServer, type OpenDatabase } from './database.ts';
import { createMac } from './enclave.ts';
import { createHealth, type Health } from './health.ts';
import { createHttpServer, type HttpServer } from './http-server.ts';
import { randomId } from './ids.ts';
import { createLog, type Log } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { traceRequests } from './request-trace.ts';
import { createService, type Service } from './service.ts';
import { createSetUpCode } from './set-up-codes.ts';
import { helpText } from './settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where `npm run build` puts the demo dApp. */
const DEMO_FOLDER = join(import.meta.dirname, '..', '..', '.output', 'demo');

const NO_LOCK: FolderLock = { release: async () => {} };

async function run(args: ServiceArguments, env: Environment): Promise<void> {
  if (args.firstUser !== undefined) return printRegistration(args, args.firstUser, env);
  if (args.migratesOnly) return migrateOnly(args, env);
  // The ports first: if one is in use, the error comes before the database opens.
  const { promise: service, resolve: resolveService } = Promise.withResolvers<Service>();
  const current: { service?: Service } = {};
  const log = createLog(args.log, { clock: Date.now, write: console.error });
  const metrics = await serveMetrics(args, () => current.service);
  const health = createHealth(args);
  const handle = traceRequests(async (request, client) => (await service).handle(request, client), {
    createId: () => randomId(randomBytes),
    elapsed: () => performance.now(),
    report: (answered) => {
      log.request(answered);
      metrics?.observe(answered);
    },
  });
  const server = createHttpServer(
    async (request, client) => (await health.answer(request)) ?? handle(request, client),
    args.limits,
  );
  const port = await server.listen(args.port, args.host, '--port');
  const folderLock = await holdFolder(args, env);
  const url = addressOf(args.host, port);
  const printCode = (next: string) => console.log(`next set-up URL: ${setUpAddress(url, next)}`);
  const started = await start(args, env, log, printCode).catch(async (error: unknown) => {
    await folderLock.release();
    throw error;
  });
  current.service = started;
  resolveService(started);
  health.begin(started.database.db);
  const release = async () => {
    await started.close();
    await folderLock.release();
  };
  closeOnSignal({ health, server, log, graceMs: args.graceMs, release });
  const setUp = args.hasLocalHelpers ? { setUp: setUpAddress(url, started.createSetUpCode()) } : {};
  const scraped = metrics ? { metrics: metrics.url } : {};
  const ready = { url, ...setUp, ...scraped, ...started.info };
  console.log(`keystamp-service ready ${JSON.stringify(ready)}`);
}

const addressOf = (host: string, port: number) =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** Metrics on a port of their own, if they are asked for. */
async function serveMetrics(
  args: ServiceArguments,
  findService: () => Service | undefined,
): Promise<(Metrics & { readonly url: string }) | undefined> {
  if (!args.metrics) return undefined;
  const { host, port } = args.metrics;
  const doors = { host, allowedHosts: args.allowedHosts, publicUrl: args.publicUrl };
  const metrics = await createMetrics(doors, {
    queueSizes: () => findService()?.queueSizes() ?? { waiting: 0, running: 0 },
    pools: () => findService()?.database.pools?.() ?? [],
  });
  const server = createHttpServer(metrics.answer, args.limits);
  return { ...metrics, url: addressOf(host, await server.listen(port, host, '--metrics-port')) };
}

/** After #, so that no request carries the code. */
const setUpAddress = (url: string, code: string) => `${url}#${code}`;

/** The data folder's lock, where the database is in that folder. */
function holdFolder({ data }: ServiceArguments, env: Environment): Promise<FolderLock> {
  const isEmbedded = !env['DATABASE_URL'] && data !== 'memory';
  return isEmbedded ? lockFolder(resolve(data), process.pid) : Promise.resolve(NO_LOCK);
}

async function migrateOnly(args: ServiceArguments, env: Environment): Promise<void> {
  const folderLock = await holdFolder(args, env);
  try {
    await (await findDatabase(args, env)).close();
  } finally {
    await folderLock.release();
  }
  console.log('The database has all tables of this version.');
}

/** The database, with its tables up to date. */
function findDatabase({ data, limits }: ServiceArguments, env: Environment): Promise<OpenDatabase> {
  const { DATABASE_URL: url } = env;
  if (url) return openServer(url, limits);
  return openDatabase(data === 'memory' ? 'memory' : join(resolve(data), 'database'));
}

async function printRegistration(
  { data, publicUrl }: ServiceArguments,
  userName: string,
  env: Environment,
): Promise<void> {
  if (data === 'memory' && !env['KEYSTAMP_SERVICE_KEY']) {
    throw new Error(
      '--first-user needs the master key of the service: give its folder with --data, or KEYSTAMP_SERVICE_KEY.',
    );
  }
  const master = await findMasterKey(env, resolve(data));
  const options = { now: Date.now(), random: randomBytes, userName };
  const setUpCode = createSetUpCode(createMac(master), 'first-user', options);
  const body = { setUpCode, curveType: 'API_KEY_CURVE_P256', publicKey: 'PUBLIC KEY' };
  console.log(
    `Registers ${userName} as the first root user, once, within a day:\n\n` +
      `  curl ${publicUrl ?? 'URL'}/registration -d '${JSON.stringify(body)}'\n\n` +
      'with the public key that Keystamp shows. The answer has the IDs of organization and user.',
  );
}

async function start(
  args: ServiceArguments,
  env: Environment,
  log: Log,
  printCode: (code: string) => void,
): Promise<Service> {
  const { DATABASE_URL: url } = env;
  const isInMemory = args.data === 'memory';
  const folder = resolve(args.data);
  const masterKey = await findMasterKey(env, isInMemory && !url ? undefined : folder);
  const database = await findDatabase(args, env);
  // At a service for others nobody has a key before the first user.
  const keepsPeople = !isInMemory && args.hasLocalHelpers;
  const people = args.people ?? (keepsPeople ? join(folder, 'people') : undefined);
  const options = {
    host: args.host,
    allowedHosts: args.allowedHosts,
    publicUrl: args.publicUrl,
    trustedProxies: args.trustedProxies,
    hasLocalHelpers: args.hasLocalHelpers,
    origins: args.origins,
    demo: args.demo === undefined ? DEMO_FOLDER : resolve(args.demo),
    log: log.fault,
    rates: args.rates,
    ...(args.hasLocalHelpers && { onCodeUsed: printCode }),
    ...(people !== undefined && { keepKeys: keepInFolder(resolve(people)) }),
  };
  return createService({
    database,
    clock: Date.now,
    random: randomBytes,
    master: masterKey,
    options,
  });
}

async function findMasterKey(env: Environment, folder: string | undefined): Promise<Bytes> {
  const { KEYSTAMP_SERVICE_KEY: text } = env;
  if (text) return parseMasterKey(text, 'KEYSTAMP_SERVICE_KEY');
  return folder === undefined ? randomBytes(32) : readMasterKey(folder, randomBytes);
}

/** The end of a process by a signal, as shells count it (POSIX, 2.8.2 Exit Status for Commands). */
const BY_SIGNAL = 128;

type Ends = {
  readonly health: Health;
  readonly server: HttpServer;
  readonly log: Log;
  readonly graceMs: number;
  /** Once no more requests come. */
  readonly release: () => Promise<void>;
};

/** Ends with 0, or with 1 if an answer was cut off; at once at a second signal. */
function closeOnSignal({ health, server, log, graceMs, release }: Ends): void {
  let isClosing = false;
  const close = async () => {
    health.drain();
    server.drain();
    await sleep(graceMs);
    const cut = await server.close();
    await release();
    if (cut > 0) log.note(`${cut} answers took too long and were cut off.`);
    process.exit(cut > 0 ? 1 : 0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isClosing) process.exit(BY_SIGNAL + constants.signals[signal]);
      isClosing = true;
      void close();
    });
  }
}

const parsed = readArguments(process.argv.slice(2), process.env);
if ('help' in parsed) {
  console.log(helpText());
} else if ('error' in parsed) {
  console.error(`${parsed.error}\n\n${helpText()}`);
  process.exitCode = 2;
} else {
  run(parsed.arguments, process.env).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  });
}
