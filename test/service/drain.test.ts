import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toHex } from '../../src/crypto/bytes.ts';
import { startService, TEST_ENV, type RunningService } from '../e2e/service.ts';
import { newSetUpCode, TEST_MASTER } from '../set-up-code.ts';
import { createKey, type Key } from './harness.ts';
import { startPostgres, whyNoPostgres, type RunningPostgres } from './postgres.ts';
import { shownBy } from '../trial-tag.ts';

/*
 * A service that is told to end while clients with connections of their own write and read without a
 * break, as behind a balancer: whoever sees 503 at `/readyz` sends no more. Not one connection may be
 * reset, and each answer be there.
 */

/** How often to end one in each mode. */
const DRAINS = Number(process.env['KEYSTAMP_DRAINS'] ?? 1);
const CLIENTS = 12;
const GRACE_SECONDS = 3;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keystamp-drain-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Reply = { readonly status: number; readonly closes: boolean; readonly body: string };

/** One request on the agent's connection; rejects with what happened to it. */
function ask(agent: Agent, url: string, init: { body?: string; stamp?: string } = {}) {
  return new Promise<Reply>((resolve, reject) => {
    const { body, stamp } = init;
    const headers = stamp === undefined ? {} : { 'X-Stamp': stamp };
    const sent = request(url, { agent, method: body === undefined ? 'GET' : 'POST', headers });
    sent.once('error', reject);
    sent.once('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('error', reject);
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          closes: response.headers.connection === 'close',
          body: Buffer.concat(parts).toString('utf8'),
        }),
      );
    });
    sent.end(body);
  });
}

type Load = {
  /** Names of tags whose creation was answered. */
  readonly made: string[];
  readonly faults: string[];
};

/** How many connections of each client end before it stops: it opens others while the service drains. */
const CLOSINGS = 3;

/** Writes and reads on one connection at a time, until enough of them were ended or something is lost. */
async function useService(
  service: RunningService,
  key: Key,
  client: number,
  load: Load,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { organizationId } = service;
  let closings = 0;
  for (let turn = 1; closings < CLOSINGS && load.faults.length === 0; turn += 1) {
    const userTagName = `Client ${client} turn ${turn}`;
    const isWrite = turn % 2 === 0;
    const body = JSON.stringify(
      isWrite
        ? {
            type: 'ACTIVITY_TYPE_CREATE_USER_TAG',
            timestampMs: String(Date.now()),
            organizationId,
            parameters: { userTagName, userIds: [] },
          }
        : { organizationId },
    );
    const path = isWrite ? 'submit/create_user_tag' : 'query/whoami';
    const init = { body, stamp: await key.stamp(body) };
    try {
      const { status, closes } = await ask(agent, `${service.url}/public/v1/${path}`, init);
      if (status !== 200) load.faults.push(`${path}: ${status}`);
      else if (isWrite) load.made.push(userTagName);
      if (closes) closings += 1;
    } catch (error) {
      load.faults.push(`${path}: ${String(error)}`);
    }
  }
  agent.destroy();
}

async function enrolledKey(service: RunningService): Promise<Key> {
  const key = await createKey();
  const setUpCode = newSetUpCode();
  const { publicKey } = key;
  const body = JSON.stringify({ publicKey, curveType: 'API_KEY_CURVE_P256', setUpCode });
  await fetch(`${service.url}/local/enrol`, { method: 'POST', body });
  return key;
}

/** Ends a service under load; gives what its clients saw. */
async function drainUnderLoad(service: RunningService, signal: 'SIGTERM' | 'SIGINT', key: Key) {
  const load: Load = { made: [], faults: [] };
  const clients = Array.from({ length: CLIENTS }, (_, client) =>
    useService(service, key, client, load),
  );
  const probes = new Agent({ keepAlive: false });
  const probe = () => ask(probes, `${service.url}/readyz`);
  expect(await probe()).toMatchObject({ status: 200, body: '{"status":"ready"}' });
  // However slow the machine is: each client is in the middle of it.
  while (load.made.length <= 4 * CLIENTS && load.faults.length === 0) await sleep(20);
  service.signal(signal);
  for (;;) {
    const { status, body } = await probe();
    if (status === 503) {
      expect(body).toBe('{"status":"draining"}');
      break;
    }
    await sleep(20);
  }
  expect((await ask(probes, `${service.url}/healthz`)).status).toBe(200);
  await Promise.all(clients);
  return { load, code: await service.ended };
}

function expectNothingLost({ load, code }: Awaited<ReturnType<typeof drainUnderLoad>>): void {
  expect(load.faults).toEqual([]);
  expect(code).toBe(0);
}

const GRACE = ['--port', '0', '--grace', String(GRACE_SECONDS)];
const rounds = Array.from({ length: DRAINS }, (_, round) => round + 1);

/** The tags that another start finds. */
async function tagsAt(service: RunningService, key: Key): Promise<readonly string[]> {
  const body = JSON.stringify({ organizationId: service.organizationId });
  const init = { body, stamp: await key.stamp(body) };
  const agent = new Agent();
  const answer = await ask(agent, `${service.url}/public/v1/query/list_user_tags`, init);
  const { userTags } = JSON.parse(answer.body) as { userTags: readonly { tagName: string }[] };
  return userTags.map(({ tagName }) => tagName);
}

describe('a drain under load', () => {
  test.each(rounds)(
    'behavior: in memory, round %i',
    { ...shownBy('service/drain.test.ts'), timeout: 120_000 },
    async (round) => {
      const args = [...GRACE, '--data', 'memory'];
      const service = await startService({ args, env: TEST_ENV });
      const key = await enrolledKey(service);
      const signal = round % 2 === 0 ? 'SIGINT' : 'SIGTERM';
      expectNothingLost(await drainUnderLoad(service, signal, key));
    },
  );

  test.each(rounds)(
    'behavior: in a folder, where the next start has all of it, round %i',
    async () => {
      const args = [...GRACE, '--data', folder];
      const service = await startService({ args, env: TEST_ENV });
      const key = await enrolledKey(service);
      const drained = await drainUnderLoad(service, 'SIGTERM', key);
      expectNothingLost(drained);
      const next = await startService({ args, env: TEST_ENV });
      expect(await tagsAt(next, key)).toEqual(expect.arrayContaining(drained.load.made));
      await next.stop();
    },
    180_000,
  );

  describe.skipIf(whyNoPostgres())(`on PostgreSQL ${whyNoPostgres() ?? ''}`, () => {
    let server: RunningPostgres;
    beforeEach(async () => {
      server = await startPostgres();
    });
    afterEach(() => server.stop());

    test.each(rounds)(
      'behavior: where another service has all of it, round %i',
      { ...shownBy('service/drain.test.ts', 'service/shared-database.test.ts'), timeout: 180_000 },
      async () => {
        const env = { DATABASE_URL: server.url, KEYSTAMP_SERVICE_KEY: toHex(TEST_MASTER) };
        const args = [...GRACE, '--data', folder];
        const [service, other] = await Promise.all([
          startService({ args, env }),
          startService({ args, env }),
        ]);
        const key = await enrolledKey(service);
        const drained = await drainUnderLoad(service, 'SIGTERM', key);
        expectNothingLost(drained);
        expect(await tagsAt(other, key)).toEqual(expect.arrayContaining(drained.load.made));
        await other.stop();
      },
    );
  });
});

describe('an end', () => {
  const start = (...args: string[]) =>
    startService({ args: ['--port', '0', '--data', 'memory', ...args], env: TEST_ENV });

  test('behavior: a second signal ends at once, as by that signal', async () => {
    const service = await start('--grace', '600');
    service.signal('SIGTERM');
    const agent = new Agent();
    const isDraining = async () => (await ask(agent, `${service.url}/readyz`)).status === 503;
    while (!(await isDraining())) await sleep(20);
    service.signal('SIGINT');
    expect(await service.ended).toBe(130);
  });

  test('behavior: waits for neither a silent connection nor an idle one', async () => {
    const service = await start();
    const { port, hostname } = new URL(service.url);
    const silent = connect(Number(port), hostname);
    await new Promise((connected) => silent.once('connect', connected));
    const agent = new Agent({ keepAlive: true });
    await ask(agent, `${service.url}/healthz`);
    service.signal('SIGTERM');
    expect(await service.ended).toBe(0);
    silent.destroy();
  });

  test('behavior: an answer that takes too long is cut off, and the exit code says so', async () => {
    const service = await start();
    const { port, hostname } = new URL(service.url);
    const slow = connect(Number(port), hostname);
    slow.on('error', () => {});
    slow.write(
      'POST /public/v1/query/whoami HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n{',
    );
    // The service has it, and waits for the rest.
    const [answer] = (await once(slow, 'data')) as [Buffer];
    expect(answer.toString('utf8')).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    service.signal('SIGTERM');
    expect(await service.ended).toBe(1);
    expect(service.output()).toContain('1 answers took too long and were cut off.');
  });
});

describe('limits of connections', () => {
  const start = (...args: string[]) =>
    startService({ args: ['--port', '0', '--data', 'memory', ...args], env: TEST_ENV });
  let service: RunningService;
  beforeAll(async () => {
    service = await start('--header-time', '1', '--request-time', '2', '--keep-alive', '4');
  });
  afterAll(() => service?.stop());

  /** What a raw connection gets until the service ends it. */
  async function heard(sends: (write: (text: string) => void) => void) {
    const { port, hostname } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (part: Buffer) => {
      text += part.toString('utf8');
    });
    socket.on('error', () => {});
    sends((part) => socket.write(part));
    await new Promise((closed) => socket.once('close', closed));
    return text;
  }

  test('behavior: headers and bodies that trickle end, and silence too', async () => {
    const [headers, body, silence] = await Promise.all([
      heard((write) => write('GET /healthz HTTP/1.1\r\nHost:')),
      heard((write) =>
        write(
          'POST /public/v1/query/whoami HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{',
        ),
      ),
      heard(() => {}),
    ]);
    expect(headers).toMatch(/^HTTP\/1\.1 408 /);
    expect(body).toMatch(/^HTTP\/1\.1 (?:408|400) |^$/);
    // On a busy machine the limit for headers may see it before the one for silence.
    expect(silence).toMatch(/^HTTP\/1\.1 408 |^$/);
  });

  test('behavior: a connection waits as long as --keep-alive says, longer than for headers', async () => {
    const { port, hostname } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    const answers: string[] = [];
    socket.on('data', (part: Buffer) => answers.push(part.toString('utf8')));
    const ended = new Promise((closed) => socket.once('close', closed));
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(socket, 'data');
    // Node waits a second longer than it is told.
    await sleep(3000);
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await ended;
    expect(answers.join('').match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  });

  test('behavior: no more clients at a time than --max-connections', async () => {
    const narrow = await start('--max-connections', '2');
    const { port, hostname } = new URL(narrow.url);
    const open = [connect(Number(port), hostname), connect(Number(port), hostname)];
    await Promise.all(open.map((socket) => once(socket, 'connect')));
    await expect(ask(new Agent(), `${narrow.url}/healthz`)).rejects.toThrow();
    for (const socket of open) socket.destroy();
    const status = () =>
      ask(new Agent(), `${narrow.url}/healthz`).then((one) => one.status, String);
    await expect.poll(status, { timeout: 30_000 }).toBe(200);
    await narrow.stop();
  });
});
