import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createClient, httpTransport, send } from '../../scripts/bench/client.ts';
import { ROOT } from '../../scripts/tool.ts';
import { utf8 } from '../../src/crypto/bytes.ts';
import { ROWS } from '../../src/protocol/operations.ts';
import { MAX_REFUSALS, parse } from '../../src/protocol/parse.ts';
import { parseBody } from '../../src/service/request-body.ts';
import { startService, type RunningService } from '../e2e/service.ts';
import { createSeededRandom } from '../worker/faults.ts';
import type { Counted } from './step-counter.ts';
import { worstCases } from './worst-shapes.ts';

const { KEYSTAMP_WORST_BODIES: trials, KEYSTAMP_SEED: seed = '1' } = process.env;

/** How many bodies' steps to count: each operation has one at least. */
const COUNTED = trials ? 1000 : 100;

describe('bodies that make a service work', () => {
  test('behavior: steps grow no faster than the body, on any operation', async () => {
    const counter = join(ROOT, 'test', 'service', 'step-counter.ts');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [counter, String(COUNTED), seed],
      {
        maxBuffer: 1e7,
      },
    );
    const counted = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Counted);
    expect(counted).toHaveLength(COUNTED);
    expect(counted.filter(({ bytes }) => bytes > 1_000_000).length).toBeGreaterThan(COUNTED / 4);
    expect(counted.filter(({ status }) => status < 400 || status >= 500)).toEqual([]);
    // 5 for each character, and a few more for each value that its schema sees.
    expect(counted.filter(({ bytes, steps }) => steps > 10 * bytes + 200_000)).toEqual([]);
  }, 600_000);

  test('behavior: a form gets all refusals below the cap, in linear steps', () => {
    const row = ROWS.find(({ name }) => name === 'create_users');
    const schema = row?.kind === 'submit' ? row.versions[0].parameters : undefined;
    if (!schema) throw new Error('create_users');
    const few = parse(schema, { users: [{}, { userName: '' }] });
    const fields = few.ok ? [] : few.refusals.map(({ field }) => field);
    expect(fields).toContain('users.0.userName');
    expect(fields).toContain('users.0.userTags');
    expect(fields).toContain('users.1.userName');
    const apiKeys = Array.from({ length: 15 }, () => ({}));
    const users = Array.from({ length: 100 }, () => ({ userName: 'A', apiKeys }));
    const many = parse(schema, { users });
    expect(many.ok ? [] : many.refusals).toHaveLength(MAX_REFUSALS);
    const over = parse(schema, { users: Array.from({ length: 100_000 }, () => ({})) });
    expect(over).toMatchObject({ refusals: [{ field: 'users', rule: 'too_many' }] });
  });

  test('behavior: the largest request that the interface has is read', () => {
    const id = '651b573c-861b-4f10-a478-cbcfe0c226af';
    const key = { apiKeyName: 'A', curveType: 'C', publicKey: '02', expirationSeconds: '1' };
    const attestation = {
      credentialId: 'A',
      clientDataJson: 'A',
      attestationObject: 'A',
      transports: ['A', 'B', 'C', 'D', 'E', 'F'],
    };
    const user = {
      userName: 'A',
      userEmail: 'A',
      userPhoneNumber: 'A',
      apiKeys: Array.from({ length: 15 }, () => key),
      authenticators: Array.from({ length: 10 }, () => ({
        authenticatorName: 'A',
        challenge: 'A',
        attestation,
      })),
      oauthProviders: [],
      userTags: Array.from({ length: 100 }, () => id),
    };
    const users = Array.from({ length: 100 }, () => user);
    const body = JSON.stringify({ type: 'A', organizationId: id, parameters: { users } });
    expect(body.length).toBeLessThan(1_048_576);
    expect(parseBody(utf8(body)).json['parameters']).toEqual({ users });
  });
});

/** Accounts and wallets are derived, exports and imports are sealed: they may take longer. */
const DERIVES = /wallet|import|export/;
const ANSWER_MS = 250;
const BESIDE_MS = 50;

/** A client in a process of its own; `end` gives how long each of its answers took. */
async function startBeside({ url, organizationId }: RunningService) {
  const program = join(ROOT, 'test', 'service', 'beside-client.ts');
  const child = spawn(process.execPath, [program, url, organizationId], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe('ready');
  return {
    end: async () => {
      child.stdin.end();
      const { value: line } = await lines.next();
      return JSON.parse(String(line)) as number[];
    },
  };
}

describe.runIf(trials)('beside a client of 20 requests a second', () => {
  test('behavior: no body holds anyone up', async () => {
    const service = await startService();
    const transport = httpTransport(service.url);
    const attacker = await createClient(transport, service.organizationId);
    const beside = await startBeside(service);
    const random = createSeededRandom(Number(seed));
    const cases = ROWS.flatMap((row) => worstCases(row).map((one) => ({ row, ...one })));
    const slow: unknown[] = [];
    const longest = new Map<string, number>();
    for (let at = 0; at < Number(trials); at += 1) {
      const one = cases[Math.floor(random() * cases.length)];
      if (!one) continue;
      const bytes = [1_048_576, 131_072, 24_576][at % 3] ?? 0;
      const body = one.body(service.organizationId, Date.now() + at, bytes);
      const request = await attacker.stamped(one.row.path, body);
      const started = performance.now();
      const { status } = await send(transport, request);
      const ms = performance.now() - started;
      expect(status, one.what).toBeLessThan(500);
      longest.set(one.row.name, Math.max(ms, longest.get(one.row.name) ?? 0));
      if (ms > ANSWER_MS && !DERIVES.test(one.row.name)) slow.push({ what: one.what, ms });
    }
    const sorted = (await beside.end()).toSorted((a, b) => a - b);
    const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Infinity;
    const [[name, ms] = ['none', 0]] = [...longest].toSorted(([, a], [, b]) => b - a);
    console.log(
      `${trials} bodies; whoami p99 ${p99.toFixed(1)} ms, longest ${sorted.at(-1)?.toFixed(1)} ms, ` +
        `of ${sorted.length}; the longest answer to a body took ${ms.toFixed(1)} ms, of ${name}`,
    );
    expect(slow).toEqual([]);
    expect(p99).toBeLessThan(BESIDE_MS);
    await service.stop();
  }, 3_600_000);
});
