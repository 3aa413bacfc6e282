import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Page } from 'playwright';
import {
  ANNOUNCE_EVENT,
  DISCOVER_EVENT,
  PROVIDER_EVENTS,
  type ProviderMethod,
  type PageError,
} from '../../src/protocol/page-api.ts';
import { newTab, type Keystamp } from './browser.ts';

/*
 * Web pages that use Keystamp, for tests: small pages on two loopback origins, and what a page's
 * own script does with the provider. Everything here runs in the page's world or is what a server
 * may send.
 */

/** What the server sends for a path. */
type ServedPage = {
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number;
};

/** The same pages on two origins, which the browser separates. */
export type Sites = {
  /** `http://127.0.0.1:PORT` */
  readonly one: string;
  /** `http://localhost:PORT` */
  readonly other: string;
  /** From now on serves something at a path. `/` and unknown paths give a plain page. */
  readonly serve: (path: string, served: ServedPage) => void;
  /** Every request, as `GET http://127.0.0.1:PORT/path`. */
  readonly visits: readonly string[];
  readonly stop: () => Promise<void>;
};

/** A page with the given content, title and language. */
export const html = (body: string, title = 'A web page'): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>` +
  `<link rel="icon" href="data:,"><body>${body}`;

/** Starts the server of the test pages. */
export async function startSites(): Promise<Sites> {
  const pages = new Map<string, ServedPage>();
  const visits: string[] = [];
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? ''}`);
    visits.push(`${request.method ?? ''} ${url.href}`);
    const { body, headers, status = 200 } = pages.get(url.pathname) ?? {};
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers });
    response.end(body ?? html('<h1>A web page</h1><p>It uses Keystamp.</p>'));
  };
  const server = createServer(answer);
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address) resolve(address.port);
    });
  });
  return {
    one: `http://127.0.0.1:${port}`,
    other: `http://localhost:${port}`,
    serve: (path, served) => void pages.set(path, served),
    visits,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** How a call to the provider ended, as the page saw it. */
export type Outcome =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> | null }
  | ({ readonly ok: false } & PageError);

/** An event as the page received it. */
type ReceivedEvent = { readonly event: string; readonly data: unknown };

/** A page that has discovered Keystamp. */
export type Dapp = {
  readonly page: Page;
  readonly origin: string;
  /** Calls the provider like the page's script; resolves when the page's promise settles. */
  readonly ask: (method: ProviderMethod, ...params: readonly unknown[]) => Promise<Outcome>;
  /** Every event since this document was opened. */
  readonly receivedEvents: () => Promise<readonly ReceivedEvent[]>;
  /** Reloads the page and discovers Keystamp again. */
  readonly reload: () => Promise<void>;
};

type Announced = CustomEvent<{ readonly provider: Record<string, unknown> }>;
type Listen = (event: string, listener: (data: unknown) => void) => void;

/** Discovers the provider in a page and listens to all its events. Returns its version. */
export function discover(page: Page): Promise<string> {
  return page.evaluate(
    async ([ask, answer, events]) => {
      for (let left = 100; !Reflect.has(globalThis, 'told') && left > 0; left--) {
        window.addEventListener(
          answer,
          (event) => {
            const { provider } = (event as Announced).detail;
            const told: unknown[] = [];
            Object.assign(globalThis, { told, provider });
            for (const name of events) {
              (provider['on'] as Listen)(name, (data) => told.push({ event: name, data }));
            }
          },
          { once: true },
        );
        window.dispatchEvent(new Event(ask));
        // A bridge that wasn't there yet hears the next one.
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      const provider = Reflect.get(globalThis, 'provider') as { version: string } | undefined;
      if (!provider) throw new Error('no provider was announced');
      return provider.version;
    },
    [DISCOVER_EVENT, ANNOUNCE_EVENT, PROVIDER_EVENTS] as const,
  );
}

function ask(page: Page, method: ProviderMethod, params: readonly unknown[]): Promise<Outcome> {
  const asked = page.evaluate(
    async ([name, given]) => {
      type Ask = (...params: readonly unknown[]) => Promise<unknown>;
      const provider = Reflect.get(globalThis, 'provider') as Record<string, Ask>;
      try {
        return { ok: true, value: await provider[name]?.(...given) };
      } catch (error) {
        const { code, message, detail } = error as PageError;
        return { ok: false, code, message, ...(detail && { detail }) };
      }
    },
    [method, params] as const,
  );
  // Many callers use the result later: if the page goes away meanwhile, that is up to them.
  asked.catch(() => undefined);
  return asked as Promise<Outcome>;
}

/** Opens a page in a new tab and discovers Keystamp in it. */
export async function openDapp(keystamp: Keystamp, url: string): Promise<Dapp> {
  const page = await newTab(keystamp.context);
  await page.goto(url);
  await discover(page);
  return dappIn(page);
}

/** Wraps a page in which the provider has been discovered. */
export function dappIn(page: Page): Dapp {
  return {
    page,
    origin: new URL(page.url()).origin,
    ask: (method, ...params) => ask(page, method, params),
    receivedEvents: () =>
      page.evaluate(() => Reflect.get(globalThis, 'told') as readonly ReceivedEvent[]),
    reload: async () => {
      await page.reload();
      await discover(page);
    },
  };
}
