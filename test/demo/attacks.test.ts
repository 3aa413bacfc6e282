import { describe, expect, test } from 'vitest';
import { ATTACKS, nested, type AttackTarget } from '../../src/demo/attacks.ts';
import { CLOSED_ROW } from '../../src/demo/example-parameters.ts';
import type { Outcome, PageErrorCode, Provider } from '../../src/protocol/page-api.ts';

/*
 * Whether the page can tell a defense that holds from one that doesn't: each attack meets a
 * Keystamp that lets everything through, and one that refuses according to the contract. The
 * end-to-end tests attack the real one.
 */

const ID = '3f0a4c1e-7a58-4c2e-9a6e-5d8f2c1b0a99';
const completedOutcome: Outcome = { kind: 'completed', id: ID, activity: null, result: {} };
const refuse = (code: PageErrorCode) =>
  Promise.reject(Object.assign(new Error('no'), { code, name: 'KeystampError' }));

const createTarget = (
  provider: Pick<Provider, 'request' | 'connect' | 'status'>,
  more: object,
): AttackTarget => ({
  provider: {
    version: '1.0.0',
    disconnect: () => Promise.resolve(null),
    capabilities: () => Promise.resolve({ version: '1.0.0', operations: [], connection: null }),
    on: () => {},
    off: () => {},
    ...provider,
  },
  dispatchCall: () => Promise.resolve(null),
  dispatchAnswer: () => {},
  newId: () => ID,
  wait: () => new Promise((resolve) => setImmediate(resolve)),
  runFrame: () => Promise.resolve('no announcement, no answer'),
  ...more,
});

const completeRequest = () => Promise.resolve(completedOutcome);
const permissiveTarget = createTarget(
  {
    request: completeRequest,
    connect: () => Promise.reject(new Error('a crash')),
    status: completeRequest,
  },
  {
    dispatchCall: () =>
      Promise.resolve(JSON.stringify({ id: ID, ok: true, answer: completedOutcome })),
    runFrame: () => Promise.resolve('an announcement, an answer'),
  },
);

/** Refuses what the contract refuses; accepts five ordinary requests, then limits the rate. */
function createStrictTarget(): AttackTarget {
  let waiting = 0;
  const never = () => new Promise<Outcome>(() => {});
  return createTarget(
    {
      request: ({ operation, parameters }) => {
        const text = JSON.stringify(parameters);
        if (text.length > 262_144 || text.includes('{"a":{"a":')) return refuse('too_large');
        if (operation === CLOSED_ROW?.name) return refuse('unsupported_operation');
        if (/__proto__|\u202E/.test(text)) return refuse('invalid_parameters');
        waiting += 1;
        return waiting > 5 ? refuse('rate_limited') : never();
      },
      connect: never,
      status: () => refuse('unknown_request'),
    },
    {
      ask: () => {
        const error = { code: 'invalid_request', message: 'no' };
        return Promise.resolve(JSON.stringify({ id: ID, ok: false, error }));
      },
    },
  );
}

const namedAttacks = ATTACKS.map((attack) => [attack.title, attack] as const);

describe('ATTACKS', () => {
  test.each(namedAttacks)('behavior: %s: a Keystamp that refuses holds', async (_, { run }) => {
    expect(await run(createStrictTarget())).toEqual({
      held: true,
      observed: expect.stringMatching(/./),
    });
  });

  test.each(namedAttacks)('error: %s: one that lets it through doesn’t', async (_, { run }) => {
    expect(await run(permissiveTarget)).toEqual({
      held: false,
      observed: expect.stringMatching(/./),
    });
  });

  test('behavior: after a flood, an attack waits for its turn', async () => {
    const [first] = ATTACKS;
    let calls = 0;
    const request = () => {
      calls += 1;
      return refuse(calls === 1 ? 'rate_limited' : 'too_large');
    };
    const busy = createTarget({ request, connect: completeRequest, status: completeRequest }, {});
    expect(await first?.run(busy)).toEqual({ held: true, observed: 'too_large' });
  });
});

describe('nested', () => {
  test('behavior: as deep as requested', () => {
    expect(JSON.stringify(nested(3))).toBe('{"a":{"a":{"a":1}}}');
  });
});
