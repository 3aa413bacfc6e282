import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

type AnswerSpec = {
  readonly status: number;
  readonly type?: string;
  readonly body: string;
  /** Additional headers of the answer. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** What the proxy does to a request; with `after` faults, the service carries it out first. */
export type Fault =
  | { readonly kind: 'drop-before' }
  | { readonly kind: 'drop-after' }
  /** The service's answer waits; it is dropped if `until` rejects. */
  | { readonly kind: 'hold'; readonly until: Promise<unknown> }
  | { readonly kind: 'delay'; readonly ms: number }
  | ({ readonly kind: 'answer' } & AnswerSpec)
  | ({ readonly kind: 'answer-after' } & AnswerSpec)
  | {
      readonly kind: 'edit';
      readonly change: (body: string) => string;
      /** Headers that replace the service's. */
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'redirect'; readonly to: string }
  /** Anything else; the connection is dropped if `handle` rejects or writes nothing. */
  | { readonly kind: 'handle'; readonly handle: (request: HeldRequest) => Promise<void> };

/** A request in the hands of a fault. */
export type HeldRequest = {
  readonly body: string;
  /** Delivers it to the service, each time it is called. */
  readonly pass: () => Promise<Answer>;
  /** Answers with something of the service's or of our own. */
  readonly write: (answer: Answer | AnswerSpec) => void;
};

/** Headers that authenticate a request: the stamps, and a read session's. */
const AUTH_HEADERS = ['x-stamp', 'x-stamp-webauthn', 'x-session'] as const;
type AuthHeader = (typeof AUTH_HEADERS)[number];

export type SeenRequest = {
  readonly path: string;
  readonly body: string;
  /** What authenticated it: a stamp, or a read session. */
  readonly stamp: string | undefined;
  /** The header it was in. */
  readonly header: AuthHeader | undefined;
  readonly at: number;
  /** When it was answered or its connection ended. Left out while it is open. */
  readonly endedAt?: number;
  /** What it was answered, if it was. */
  readonly status?: number;
};

/** A reverse proxy in front of the local service that breaks what a test tells it to break. */
export type FaultProxy = {
  readonly url: string;
  /** Every authenticated request that arrived, in order, broken or not. */
  readonly seen: readonly SeenRequest[];
  /**
   * Breaks the next requests whose path ends with `path`, one fault each, then passes them again.
   */
  readonly next: (path: string, ...faults: readonly Fault[]) => void;
  /** Breaks every request whose path ends with `path` until the returned function is called. */
  readonly always: (path: string, fault: Fault) => () => void;
  /** Resolves when a request whose path ends with `path` arrives (from now on). */
  readonly arrival: (path: string) => Promise<SeenRequest>;
  readonly stop: () => Promise<void>;
};

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (chunk instanceof Buffer) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-expose-headers': '*',
};

/** What the service answered. */
type Answer = {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
};

async function forward(target: string, request: IncomingMessage, body: string): Promise<Answer> {
  const headers = new Headers();
  for (const name of [
    'content-type',
    'accept',
    ...AUTH_HEADERS,
    'origin',
    'access-control-request-method',
    'access-control-request-headers',
  ]) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const method = request.method ?? 'GET';
  const answer = await fetch(target + (request.url ?? ''), {
    method,
    headers,
    ...(method === 'POST' ? { body } : {}),
  });
  const text = await answer.text();
  const passedHeaders = [...answer.headers].filter(
    ([name]) =>
      !/^(?:content-(?:length|encoding)|transfer-encoding|connection|keep-alive)$/.test(name),
  );
  return { status: answer.status, headers: Object.fromEntries(passedHeaders), body: text };
}

function write(response: ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, answer.headers);
  response.end(answer.body);
}

function toAnswer({ status, type = 'application/json', body, headers }: AnswerSpec): Answer {
  return { status, headers: { ...CORS, 'content-type': type, ...headers }, body };
}

async function applyFault(
  fault: Fault | undefined,
  response: ServerResponse,
  { body, pass }: Pick<HeldRequest, 'body' | 'pass'>,
): Promise<void> {
  switch (fault?.kind) {
    case undefined:
      return write(response, await pass());
    case 'drop-before':
      response.destroy();
      return;
    case 'drop-after':
      await pass();
      response.destroy();
      return;
    case 'hold': {
      const answer = await pass();
      await fault.until;
      return write(response, answer);
    }
    case 'delay':
      await sleep(fault.ms);
      return write(response, await pass());
    case 'answer':
      return write(response, toAnswer(fault));
    case 'answer-after':
      await pass();
      return write(response, toAnswer(fault));
    case 'edit': {
      const answer = await pass();
      const headers = { ...answer.headers, ...fault.headers };
      return write(response, { ...answer, headers, body: fault.change(answer.body) });
    }
    case 'redirect':
      return write(response, { status: 307, headers: { ...CORS, location: fault.to }, body: '' });
    case 'handle': {
      const writeOwn = (answer: Answer | AnswerSpec) => write(response, toAnswer(answer));
      await fault.handle({ body, pass, write: writeOwn });
      if (!response.headersSent) response.destroy();
    }
  }
}

function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address) resolve(`http://127.0.0.1:${address.port}`);
    });
  });
}

/**
 * Starts the proxy in front of the service at `target` (a base URL without trailing slash).
 * @param port a free one by default; that of a stopped proxy brings back the same address
 */
export async function startFaultProxy(target: string, port = 0): Promise<FaultProxy> {
  const seen: SeenRequest[] = [];
  const planned: { path: string; fault: Fault }[] = [];
  const lasting: { path: string; fault: Fault }[] = [];
  const waiting: { path: string; resolve: (seen: SeenRequest) => void }[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '';
    const body = await bodyOf(request);
    if (request.method !== 'POST') return write(response, await forward(target, request, body));
    const header = AUTH_HEADERS.find((name) => typeof request.headers[name] === 'string');
    const stamp = header && String(request.headers[header]);
    const record: { -readonly [K in keyof SeenRequest]: SeenRequest[K] } = {
      path,
      body,
      stamp,
      header,
      at: Date.now(),
    };
    seen.push(record);
    response.once('finish', () => (record.status = response.statusCode));
    response.once('close', () => (record.endedAt = Date.now()));
    for (const one of waiting.filter((wait) => path.endsWith(wait.path))) {
      waiting.splice(waiting.indexOf(one), 1);
      one.resolve(record);
    }
    const at = planned.findIndex((plan) => path.endsWith(plan.path));
    const [once] = at < 0 ? [] : planned.splice(at, 1);
    const plan = once ?? lasting.find((one) => path.endsWith(one.path));
    const pass = () => forward(target, request, body);
    await applyFault(plan?.fault, response, { body, pass });
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  const url = await listen(server, port);
  return {
    url,
    seen,
    next: (path, ...faults) => planned.push(...faults.map((fault) => ({ path, fault }))),
    always: (path, fault) => {
      const plan = { path, fault };
      lasting.push(plan);
      return () => void lasting.splice(lasting.indexOf(plan), 1);
    },
    arrival: (path) => new Promise((resolve) => waiting.push({ path, resolve })),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
