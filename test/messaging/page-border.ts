// The worker's border to web pages as a property: whatever a page sends, it gets a coded answer or
// none, nobody is asked, and nothing of the platform changes.
import fc from 'fast-check';
import { METHODS, PAGE_ERROR_CODES, PAGE_MARK } from '../../src/protocol/page.ts';
import type { Rig } from './rig.ts';
import { openTab, userOf } from './tab.ts';

const evil = fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'id', 'params');
const anything = fc.anything({
  key: fc.oneof(evil, fc.string()),
  maxDepth: 6,
  withNullPrototype: true,
});
const json = fc.json({ maxDepth: 8 });
const method = fc.oneof(fc.constantFrom(...METHODS), fc.string());
const id = fc.oneof(fc.uuid(), fc.string(), evil);

/** Texts that are nearly questions. */
const text = fc.oneof(
  fc.string({ maxLength: 200 }),
  json,
  fc
    .record({ id, method, params: anything }, { requiredKeys: [] })
    .map((one) => JSON.stringify(one, quietly) ?? ''),
  fc
    .record({ id: fc.uuid(), method: fc.constantFrom('request', 'status'), params: anything })
    .map((one) => JSON.stringify(one, quietly)),
  fc
    .record({
      id: fc.uuid(),
      method: fc.constant('request'),
      params: fc.record({ operation: fc.string(), parameters: anything }),
    })
    .map((one) => JSON.stringify(one, quietly)),
);

/** JSON has no numbers of that size, and no symbols. */
function quietly(_: string, value: unknown): unknown {
  return typeof value === 'bigint' || typeof value === 'symbol' ? String(value) : value;
}

const message = (seat: string) =>
  fc.oneof(
    text.map((one) => ({ mark: PAGE_MARK, seat, text: one, clicked: false })),
    fc.record(
      { mark: fc.constant(PAGE_MARK), seat: fc.string(), text },
      { requiredKeys: ['mark'] },
    ),
    fc.record({ mark: fc.constant(PAGE_MARK), gone: anything, seat: fc.uuid() }).map(plain),
  );

function plain(value: unknown): object {
  return JSON.parse(JSON.stringify(value, quietly)) as object;
}

const platform = () =>
  [Object, Array, Function, String, Promise, Map].map((one) =>
    Reflect.ownKeys(one.prototype).map(String).sort().join(),
  );

/** Runs the property; rejects with the smallest message that breaks it. */
export async function checkPageBorder(rig: Rig, runs: number, seed?: number): Promise<void> {
  const tab = openTab(rig);
  const user = userOf(rig);
  const before = platform();
  const property = fc.asyncProperty(message(tab.seat), async (sent) => {
    // Between messages of one origin lies the time that its rate wants.
    rig.time.shift += 1000;
    const reply = await rig.raw(sent, tab.sender);
    if (reply !== null) checkReply(reply);
    if ((await user.queue()).some(({ wish }) => wish.kind === 'operation')) {
      throw new Error('an operation waits that no connected site asked for');
    }
    if (platform().join('\n') !== before.join('\n')) throw new Error('the platform has changed');
  });
  await fc.assert(property, { numRuns: runs, ...(seed !== undefined && { seed }) });
}

function checkReply(reply: unknown): void {
  if (typeof reply !== 'string') throw new Error(`an answer that is no text: ${typeof reply}`);
  const { ok, error } = JSON.parse(reply) as { ok: boolean; error?: { code: string } };
  if (ok) return;
  if (!PAGE_ERROR_CODES.some((code) => code === error?.code)) {
    throw new Error(`an error outside the list: ${reply}`);
  }
  if (error?.code === 'unavailable') throw new Error(`an error nobody foresaw: ${reply}`);
}
