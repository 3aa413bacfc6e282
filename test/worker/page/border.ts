// The worker's border to web pages as a property: whatever a page sends, it gets a coded answer or
// none, the user isn't asked, and nothing of the platform changes.
import fc from 'fast-check';
import { PROVIDER_METHODS, PAGE_ERROR_CODES, PAGE_MARK } from '../../../src/protocol/page-api.ts';
import type { FakeBrowser } from '../fake-browser.ts';
import { openTab, userOf } from '../tab.ts';

const evil = fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'id', 'params');
const anything = fc.anything({
  key: fc.oneof(evil, fc.string()),
  maxDepth: 6,
  withNullPrototype: true,
});
const json = fc.json({ maxDepth: 8 });
const method = fc.oneof(fc.constantFrom(...PROVIDER_METHODS), fc.string());
const id = fc.oneof(fc.uuid(), fc.string(), evil);

/** Texts that are almost calls. */
const text = fc.oneof(
  fc.string({ maxLength: 200 }),
  json,
  fc
    .record({ id, method, params: anything }, { requiredKeys: [] })
    .map((one) => JSON.stringify(one, stringifyOddNumbers) ?? ''),
  fc
    .record({ id: fc.uuid(), method: fc.constantFrom('request', 'status'), params: anything })
    .map((one) => JSON.stringify(one, stringifyOddNumbers)),
  fc
    .record({
      id: fc.uuid(),
      method: fc.constant('request'),
      params: fc.record({ operation: fc.string(), parameters: anything }),
    })
    .map((one) => JSON.stringify(one, stringifyOddNumbers)),
);

/** JSON has no numbers this large, and no symbols. */
function stringifyOddNumbers(_: string, value: unknown): unknown {
  return typeof value === 'bigint' || typeof value === 'symbol' ? String(value) : value;
}

const message = (bridgeId: string) =>
  fc.oneof(
    text.map((one) => ({ mark: PAGE_MARK, bridgeId, text: one, clicked: false })),
    fc.record(
      { mark: fc.constant(PAGE_MARK), bridgeId: fc.string(), text },
      { requiredKeys: ['mark'] },
    ),
    fc.record({ mark: fc.constant(PAGE_MARK), gone: anything, bridgeId: fc.uuid() }).map(plain),
  );

function plain(value: unknown): object {
  return JSON.parse(JSON.stringify(value, stringifyOddNumbers)) as object;
}

const platform = () =>
  [Object, Array, Function, String, Promise, Map].map((one) =>
    Reflect.ownKeys(one.prototype).map(String).sort().join(),
  );

/** Runs the property; rejects with the smallest message that breaks it. */
export async function checkPageBorder(
  browser: FakeBrowser,
  runs: number,
  seed?: number,
): Promise<void> {
  const tab = openTab(browser);
  const user = userOf(browser);
  const before = platform();
  const property = fc.asyncProperty(message(tab.bridgeId), async (sent) => {
    // Leaves the time between an origin's messages that its rate demands.
    browser.time.shift += 1000;
    const reply = await browser.sendRaw(sent, tab.sender);
    if (reply !== null) checkReply(reply);
    if ((await user.queue()).some(({ requested }) => requested.kind === 'operation')) {
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
