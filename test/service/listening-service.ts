// A service on a port of its own, for clients that send requests themselves.
import { createAdaptorServer } from '@hono/node-server';
import type { AddressInfo } from 'node:net';

export type Listening = { readonly baseUrl: string; readonly close: () => Promise<void> };

/** Passes what arrives on any free port to `handle`. */
export async function listen(handle: (request: Request) => Promise<Response>): Promise<Listening> {
  const server = createAdaptorServer({ overrideGlobalObjects: false, fetch: handle });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}
