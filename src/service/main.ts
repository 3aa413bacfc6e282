// Starts the local service: `node src/service/main.ts --help`.
import { join, resolve } from 'node:path';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { randomBytes, type Bytes } from '../crypto/bytes.ts';
import { HELP, readArguments, type ServiceArguments } from './arguments.ts';
import { lockFolder, parseMasterKey, readMasterKey, type FolderLock } from './data-folder.ts';
import { keepInFolder } from './demo-people.ts';
import { openDatabase, openServer } from './database.ts';
import { createService, type Service } from './service.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Server = ReturnType<typeof createAdaptorServer>;

/** Where `npm run build` puts the demo dApp. */
const DEMO_FOLDER = join(import.meta.dirname, '..', '..', '.output', 'demo');

const NO_LOCK: FolderLock = { release: async () => {} };

async function run(args: ServiceArguments, env: Environment): Promise<void> {
  // The port first: if it's in use, the error comes before the database opens.
  const { promise: service, resolve: resolveService } = Promise.withResolvers<Service>();
  const server = createServer(service);
  const port = await listen(server, args);
  const folder = resolve(args.data);
  const isEmbedded = !env['DATABASE_URL'] && args.data !== 'memory';
  const folderLock = isEmbedded ? await lockFolder(folder, process.pid) : NO_LOCK;
  const startedService = await start(args, env, folder).catch(async (error: unknown) => {
    await folderLock.release();
    throw error;
  });
  resolveService(startedService);
  closeOnSignal(server, startedService, folderLock);
  const host = args.host.includes(':') ? `[${args.host}]` : args.host;
  const ready = { url: `http://${host}:${port}`, ...startedService.info };
  console.log(`keystamp-service ready ${JSON.stringify(ready)}`);
}

async function start(args: ServiceArguments, env: Environment, folder: string): Promise<Service> {
  const { DATABASE_URL: url } = env;
  const isInMemory = args.data === 'memory';
  const masterKey = await findMasterKey(env, isInMemory && !url ? undefined : folder);
  const database = url
    ? await openServer(url)
    : await openDatabase(isInMemory ? 'memory' : join(folder, 'database'));
  const people = args.people ?? (isInMemory ? undefined : join(folder, 'people'));
  const options = {
    host: args.host,
    origins: args.origins,
    demo: args.demo === undefined ? DEMO_FOLDER : resolve(args.demo),
    log: (line: string) => console.error(line),
    rates: args.rates,
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

function createServer(service: Promise<Service>): Server {
  return createAdaptorServer({
    overrideGlobalObjects: false,
    fetch: async (request, env) => {
      const { incoming } = env as HttpBindings;
      const { handle } = await service;
      return handle(request, { address: incoming.socket.remoteAddress ?? '' });
    },
  });
}

function listen(server: Server, { port, host }: ServiceArguments): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') return reject(error);
      reject(
        new Error(
          `Port ${port} on ${host} is taken, perhaps by another local service. Stop it, or choose another with --port (0 takes any free one).`,
        ),
      );
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

/** How much longer a request may take after a signal. */
const GRACE_MS = 2000;

function closeOnSignal(server: Server, service: Service, folderLock: FolderLock): void {
  const close = async () => {
    await closeServer(server);
    await service.close();
    await folderLock.release();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close());
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    if (!('closeAllConnections' in server)) return;
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), GRACE_MS).unref();
  });
}

const parsed = readArguments(process.argv.slice(2));
if ('help' in parsed) {
  console.log(HELP);
} else if ('error' in parsed) {
  console.error(`${parsed.error}\n\n${HELP}`);
  process.exitCode = 2;
} else {
  run(parsed.arguments, process.env).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  });
}
