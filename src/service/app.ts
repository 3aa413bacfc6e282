// The routes: one per row of the operations table, the local helpers, and what every response has.
import { Hono } from 'hono';
import { KeystampError } from '../protocol/errors.ts';
import { ROWS } from '../protocol/operations.ts';
import type { Token } from './balances.ts';
import type { Chains } from './chains.ts';
import { answerQuery, createSubmitPipeline, type PipelineDeps } from './pipeline.ts';
import { isUnreachable } from './database.ts';
import { addCheckoutRoutes } from './checkout-routes.ts';
import { addDemoRoutes } from './demo-routes.ts';
import { registerFirstUser } from './enrolment.ts';
import { PUBLISHED_OPERATIONS } from './published-operations.ts';
import type { Rates } from './rate-limits.ts';
import { cameByOwnName, type Doors } from './hosts.ts';
import { addLocalRoutes } from './local-routes.ts';
import type { HandleRequest, RouteEnvironment } from './client-address.ts';
import { errorBody, internalError, Refusal, unavailable } from './refusal.ts';
import { REQUEST_ID_HEADER } from './request-trace.ts';
import { createFindClient } from './trusted-proxies.ts';

/** Settings of the routes. */
export type AppOptions = Doors & {
  /** Proxies that say whom a request comes from, as addresses and ranges; none when left out. */
  readonly trustedProxies?: readonly string[];
  /** Whether the helpers under `/local` are there, for this machine alone; they are when left out. */
  readonly hasLocalHelpers?: boolean;
  /** How often an organization may send requests; no limit when left out. */
  readonly rates?: Rates;
  /** Accepted origins of passkeys; every origin when left out. */
  readonly origins?: readonly string[] | undefined;
  /** Nodes of chains; none when left out. */
  readonly chains?: Chains;
  /** Tokens whose balances are looked up; none when left out. */
  readonly tokens?: readonly Token[];
  /** Folder of the built demo dApp, served at `/demo`; not served when left out. */
  readonly demo?: string;
  /** Receives faults, without values, for an operator's log, and the id of the request that met one. */
  readonly log?: (line: string, requestId?: string) => void;
};

/** The service as one function: the routes, and what every response has. */
export function createApp(service: PipelineDeps, options: AppOptions): HandleRequest {
  const { clock } = service;
  const routes = createRoutes(service, options);
  return async (request, client) => {
    const response = cameByOwnName(request, options)
      ? await routes.fetch(request, client)
      : refusalResponse(foreignHost());
    response.headers.set('Date', new Date(clock()).toUTCString());
    response.headers.set('X-Content-Type-Options', 'nosniff');
    return response;
  };
}

function createRoutes(service: PipelineDeps, options: AppOptions): Hono<RouteEnvironment> {
  const { demo, log, hasLocalHelpers = true } = options;
  const app = new Hono<RouteEnvironment>();
  const findClient = createFindClient(options.trustedProxies ?? []);
  app.use(async (c, next) => {
    c.env = { ...c.env, address: findClient(c.env.address, c.req.raw.headers) };
    await next();
  });
  addPublicRoutes(app, service);
  addMissingRoutes(app);
  addCheckoutRoutes(app, service);
  app.post('/registration', async (c) => c.json(await registerFirstUser(service, c.req.raw)));
  if (hasLocalHelpers) addLocalRoutes(app, service);
  if (demo !== undefined) addDemoRoutes(app, demo);
  app.notFound(() => refusalResponse(new Refusal({ grpc: 5, message: 'not found' })));
  app.onError((error, c) => {
    if (error instanceof Refusal) return refusalResponse(error);
    log?.(describeFault(error), c.env.trace?.id);
    return refusalResponse(isUnreachable(error) ? unavailable() : internalError());
  });
  return app;
}

function foreignHost(): Refusal {
  const message = 'this service does not answer to the name in the Host header';
  return new Refusal({ grpc: 7, message, code: 'FORBIDDEN' });
}

/**
 * Open to every origin, like the deployed API (docs/protocol.md, Transport): the stamp is what
 * counts.
 */
const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': `Date, ${REQUEST_ID_HEADER}`,
};

function addPublicRoutes(app: Hono<RouteEnvironment>, service: PipelineDeps): void {
  app.options('/public/*', () => {
    const allow = {
      'Access-Control-Allow-Methods': 'POST, OPTIONS',
      'Access-Control-Allow-Headers': '*',
      'Access-Control-Max-Age': '7200',
    };
    return new Response(null, { status: 204, headers: { ...CORS_HEADERS, ...allow } });
  });
  const answerSubmit = createSubmitPipeline(service);
  for (const row of ROWS) {
    app.post(row.path, async (c) => {
      const answer =
        row.kind === 'query'
          ? await answerQuery(service, row, c.req.raw, c.env)
          : await answerSubmit(row, c.req.raw, c.env);
      return c.json(answer, 200, CORS_HEADERS);
    });
    app.all(row.path, () => {
      throw new Refusal({
        grpc: 3,
        status: 405,
        message: 'this path takes POST only',
        code: 'REQUEST_INVALID',
        headers: { Allow: 'POST, OPTIONS' },
      });
    });
  }
}

/** Published, and not built here: other words than for a path that nobody has published. */
function addMissingRoutes(app: Hono<RouteEnvironment>): void {
  const built = new Set(ROWS.map(({ path }) => path));
  for (const { name, path } of PUBLISHED_OPERATIONS.filter((one) => !built.has(one.path))) {
    app.post(path, () => {
      throw new Refusal({ grpc: 12, message: `this service has not built ${name}` });
    });
  }
}

function refusalResponse(refusal: Refusal): Response {
  return Response.json(errorBody(refusal), {
    status: refusal.status,
    headers: { ...CORS_HEADERS, ...refusal.headers },
  });
}

/** Name, code and location: no messages, because the database's messages contain parameters. */
export function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return `fault: a thrown ${typeof error}`;
  const cause: unknown = error.cause;
  const code: unknown =
    error instanceof KeystampError
      ? error.code
      : typeof cause === 'object' && cause !== null && Reflect.get(cause, 'code');
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [`fault: ${error.name}${code ? ` (${JSON.stringify(code)})` : ''}`, ...frames].join('\n');
}
