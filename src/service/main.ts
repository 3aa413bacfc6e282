// Starts the local service: `node src/service/main.ts --help`.
import { join, resolve } from 'node:path';
import { constants, hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomBytes } from '../crypto/bytes.ts';
import type { EvmChain } from '../protocol/enums.ts';
import { describeFault } from './app.ts';
import { readArguments, type ServiceArguments } from './arguments.ts';
import { createChains } from './chains.ts';
import { describeRegistration, migrateOnly, rotate } from './commands.ts';
import { keepInFolder } from './demo-people.ts';
import { isUnreachable, type OpenDatabase } from './database.ts';
import { deleteExpired } from './expiry.ts';
import { createHealth, type Health } from './health.ts';
import { createHttpServer, type HttpServer } from './http-server.ts';
import { randomId } from './ids.ts';
import { createLog, type Log } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { holdFolder, openWithKey, type Place } from './place.ts';
import { announce, type Presence } from './presence.ts';
import { DEMO_FOLDER } from './program.ts';
import { repeat, type Repetition } from './repetition.ts';
import { traceRequests } from './request-trace.ts';
import { createService, type Service } from './service.ts';
import { helpText } from './settings.ts';

async function run(args: ServiceArguments, env: Place['env']): Promise<void> {
  const place = { args, env, random: randomBytes };
  if (args.firstUser !== undefined) {
    return console.log(await describeRegistration(place, args.firstUser, Date.now()));
  }
  if (args.migratesOnly) return console.log(await migrateOnly(place));
  if (args.rotatesMasterKey) return console.log(await rotate(place));
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
  const folderLock = await holdFolder(place);
  const url = addressOf(args.host, port);
  const printCode = (next: string) => console.log(`next set-up URL: ${setUpAddress(url, next)}`);
  const started = await start(place, log, printCode).catch(async (error: unknown) => {
    await folderLock.release();
    throw error;
  });
  current.service = started;
  resolveService(started);
  health.begin(started.database.db);
  const upkeep = keepUp(started, log, metrics);
  const sending = args.rpc.map(({ chain }) => keepSending(started, log, chain));
  const release = async () => {
    await Promise.all([upkeep, ...sending].map((work) => work.stop()));
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

async function start(place: Place, log: Log, printCode: (code: string) => void): Promise<Service> {
  const { args } = place;
  const isInMemory = args.data === 'memory';
  const folder = resolve(args.data);
  const { database, master } = await openWithKey(place);
  const presence = await announceIn(database);
  // At a service for others nobody has a key before the first user.
  const keepsPeople = !isInMemory && args.hasLocalHelpers;
  const people = args.people ?? (keepsPeople ? join(folder, 'people') : undefined);
  const demo = args.demo === undefined ? DEMO_FOLDER : resolve(args.demo);
  const options = {
    host: args.host,
    allowedHosts: args.allowedHosts,
    publicUrl: args.publicUrl,
    trustedProxies: args.trustedProxies,
    hasLocalHelpers: args.hasLocalHelpers,
    origins: args.origins,
    chains: createChains(args.rpc, fetch),
    tokens: args.tokens,
    ...(demo !== undefined && { demo }),
    log: log.fault,
    rates: args.rates,
    ...(args.hasLocalHelpers && { onCodeUsed: printCode }),
    ...(people !== undefined && { keepKeys: keepInFolder(resolve(people)) }),
  };
  const end = async () => {
    await presence?.end().catch(() => log.note('The database does not answer at the end.'));
    await database.close();
  };
  try {
    const clock = Date.now;
    const { mayWrite } = presence ?? {};
    const effects = { database, clock, random: randomBytes, master, mayWrite, options };
    return { ...(await createService(effects)), close: end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Says in a server's database that this service is there; another database has no other service. */
function announceIn({ kind, db }: OpenDatabase): Promise<Presence> | undefined {
  if (kind !== 'server') return undefined;
  const place = `${hostname()}, process ${process.pid}`;
  return announce({ db, random: randomBytes, elapsed: () => performance.now(), place });
}

/** How often to delete what has expired, milliseconds. */
const UPKEEP_MS = 60_000;

function keepUp({ database }: Service, log: Log, metrics: Metrics | undefined): Repetition {
  const work = async () => {
    const deleted = await deleteExpired(database.db, Date.now());
    for (const [table, rows] of deleted) metrics?.countDeleted(table, rows);
  };
  return repeat(UPKEEP_MS, work, faultsOf(log));
}

/** How often to look for transactions whose next step is due, milliseconds. */
const SEND_MS = 250;

/** A chain whose node is away doesn't hold up the others. */
const keepSending = ({ sendDue }: Service, log: Log, chain: EvmChain): Repetition =>
  repeat(SEND_MS, () => sendDue(chain), faultsOf(log));

/** Requests notice it when the database is away. */
const faultsOf = (log: Log) => (error: unknown) => {
  if (!isUnreachable(error)) log.fault(describeFault(error));
};

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
