// Starts the local service: `node src/service/main.ts --help`.
import { join, resolve } from 'node:path';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { randomBytes, type Bytes } from '../crypto/bytes.ts';
import { HELP, readArguments, type Arguments } from './arguments.ts';
import { holdFolder, parseMaster, readMaster, type HeldFolder } from './data-folder.ts';
import { openDatabase, openServer } from './database.ts';
import { createService, type Service } from './service.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Server = ReturnType<typeof createAdaptorServer>;

/** Where `npm run build` puts the demo dApp. */
const BUILT_DEMO = join(import.meta.dirname, '..', '..', '.output', 'demo');

const NOTHING_HELD: HeldFolder = { release: async () => {} };

async function run(args: Arguments, env: Environment): Promise<void> {
  // The port first: when it is taken, that is said before the database is opened.
  const { promise: service, resolve: provide } = Promise.withResolvers<Service>();
  const server = createServer(service);
  const port = await listen(server, args);
  const folder = resolve(args.data);
  const embedded = !env['DATABASE_URL'] && args.data !== 'memory';
  const held = embedded ? await holdFolder(folder, process.pid) : NOTHING_HELD;
  const started = await start(args, env, folder).catch(async (error: unknown) => {
    await held.release();
    throw error;
  });
  provide(started);
  closeOnSignal(server, started, held);
  const host = args.host.includes(':') ? `[${args.host}]` : args.host;
  const ready = { url: `http://${host}:${port}`, ...started.info };
  console.log(`keystamp-service ready ${JSON.stringify(ready)}`);
}

async function start(args: Arguments, env: Environment, folder: string): Promise<Service> {
  const { DATABASE_URL: url } = env;
  const memory = args.data === 'memory';
  const master = await findMaster(env, memory && !url ? undefined : folder);
  const database = url
    ? await openServer(url)
    : await openDatabase(memory ? 'memory' : join(folder, 'database'));
  const options = {
    host: args.host,
    origins: args.origins,
    demo: args.demo === undefined ? BUILT_DEMO : resolve(args.demo),
    log: (line: string) => console.error(line),
    ...(args.rate !== undefined && { rate: args.rate }),
  };
  return createService({ database, clock: Date.now, random: randomBytes, master, options });
}

async function findMaster(env: Environment, folder: string | undefined): Promise<Bytes> {
  const { KEYSTAMP_SERVICE_KEY: text } = env;
  if (text) return parseMaster(text, 'KEYSTAMP_SERVICE_KEY');
  return folder === undefined ? randomBytes(32) : readMaster(folder, randomBytes);
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

function listen(server: Server, { port, host }: Arguments): Promise<number> {
  return new Promise((listening, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') return fail(error);
      fail(
        new Error(
          `Port ${port} on ${host} is taken, perhaps by another local service. Stop it, or choose another with --port (0 takes any free one).`,
        ),
      );
    });
    server.listen(port, host, () => listening((server.address() as AddressInfo).port));
  });
}

/** What a request may still take after a signal. */
const GRACE_MS = 2000;

function closeOnSignal(server: Server, service: Service, held: HeldFolder): void {
  const close = async () => {
    await closeServer(server);
    await service.close();
    await held.release();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close());
}

function closeServer(server: Server): Promise<void> {
  return new Promise((closed) => {
    server.close(() => closed());
    if (!('closeAllConnections' in server)) return;
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), GRACE_MS).unref();
  });
}

const read = readArguments(process.argv.slice(2));
if ('help' in read) {
  console.log(HELP);
} else if ('error' in read) {
  console.error(`${read.error}\n\n${HELP}`);
  process.exitCode = 2;
} else {
  run(read.arguments, process.env).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  });
}
