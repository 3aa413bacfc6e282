// The HTTP server: its limits, and an end that loses no answer.
import { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import type { HandleRequest } from './client-address.ts';
import type { ConnectionLimits } from './arguments.ts';

export type HttpServer = {
  /** Resolves with the port; rejects with the flag that chooses another one if it is taken. */
  readonly listen: (port: number, host: string, flag: string) => Promise<number>;
  /** From now on each answer ends its connection: a client's next request goes elsewhere. */
  readonly drain: () => void;
  /**
   * Takes no more connections and resolves when all are closed: idle ones at once, the others with
   * their answer, {@link LAST_ANSWERS_MS} later at the latest. Gives how many answers that cut off.
   */
  readonly close: () => Promise<number>;
};

/** How long answers may take once no more requests come, milliseconds. */
const LAST_ANSWERS_MS = 10_000;
/** After so long without a byte either way a connection is gone, milliseconds: whatever it waits for. */
const STALLED_MS = 180_000;
/** How often Node looks for requests that take too long to arrive, milliseconds. */
const CHECK_MS = 1000;

type Limits = Pick<ConnectionLimits, 'maxClients' | 'keepAliveMs' | 'headersMs' | 'requestMs'>;

export function createHttpServer(handle: HandleRequest, limits: Limits): HttpServer {
  let isDraining = false;
  let answering = 0;
  const sockets = new Set<Socket>();
  const server = createNodeServer(limits, async (request, { incoming }) => {
    const response = await handle(request, { address: incoming.socket.remoteAddress ?? '' });
    if (isDraining) response.headers.set('Connection', 'close');
    return response;
  });
  server.on('request', (_request, response) => {
    answering += 1;
    response.once('close', () => {
      answering -= 1;
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    // Node's limits begin with the first byte (24.21): one that never sends any would stay.
    const silence = setTimeout(() => {
      if (socket.bytesRead === 0) socket.destroy();
    }, limits.headersMs);
    socket.once('close', () => {
      clearTimeout(silence);
      sockets.delete(socket);
    });
  });
  return {
    listen: (port, host, flag) => listen(server, port, host, flag),
    drain: () => {
      isDraining = true;
    },
    close: async () => {
      isDraining = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Node closes those that wait for another request, not those that never had one.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      const late = new AbortController();
      const timeUp = sleep(LAST_ANSWERS_MS, true, { signal: late.signal }).catch(() => false);
      const isLate = await Promise.race([closed.then(() => false), timeUp]);
      late.abort();
      const cut = answering;
      if (isLate) server.closeAllConnections();
      await closed;
      return cut;
    },
  };
}

function createNodeServer(
  { maxClients, keepAliveMs, headersMs, requestMs }: Limits,
  answer: (request: Request, bindings: HttpBindings) => Promise<Response>,
): Server {
  const server = createAdaptorServer({
    overrideGlobalObjects: false,
    serverOptions: {
      connectionsCheckingInterval: CHECK_MS,
      keepAliveTimeout: keepAliveMs,
      headersTimeout: headersMs,
      requestTimeout: requestMs,
    },
    fetch: (request, bindings) => answer(request, bindings as HttpBindings),
  });
  if (!(server instanceof Server)) throw new TypeError('a server of another protocol');
  server.maxConnections = maxClients;
  server.timeout = STALLED_MS;
  return server;
}

function listen(server: Server, port: number, host: string, flag: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') return reject(error);
      reject(
        new Error(
          `Port ${port} on ${host} is taken, perhaps by another local service. Stop it, or choose another with ${flag} (0 takes any free one).`,
        ),
      );
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}
