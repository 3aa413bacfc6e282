import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createCooldowns,
  MAX_COOLDOWN_MS,
  MAX_COOLDOWNS,
  COOLDOWN_KEY,
  cooldownEnd,
  addRefusal,
  extendCooldown,
  type Refusals,
} from '../../src/permissions/cooldown.ts';
import { createSiteGroups } from '../../src/permissions/site-group.ts';
import { memoryArea } from '../storage/memory-area.ts';
import { createClock, createPackedSiteGroups } from './fixtures.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const START = 1_700_000_000_000;

const after = (moments: readonly number[], state?: Refusals) =>
  moments.reduce<Refusals | undefined>((one, at) => addRefusal(one, at), state);
/** How long an origin's cooldown lasts after the last of some rejections. */
const cooldownAfter = (moments: readonly number[], state?: Refusals) => {
  const last = moments.at(-1) ?? START;
  return (cooldownEnd(after(moments, state), last) ?? last) - last;
};
const three = (at: number) => [at, at, at];

describe('addRefusal', () => {
  test('behavior: the third rejection within a minute starts a cooldown of a minute', () => {
    expect(cooldownAfter([START, START + 1])).toBe(0);
    expect(cooldownAfter([START, START + 30 * SECOND, START + 59 * SECOND])).toBe(MINUTE);
    expect(cooldownAfter([START, START + 30 * SECOND, START + 60 * SECOND])).toBe(0);
  });

  test('behavior: each further cooldown is twice as long, an hour at most', () => {
    let state: Refusals | undefined;
    const lengths = Array.from({ length: 9 }, (_, i) => {
      const at = START + i * 20 * MINUTE;
      const length = cooldownAfter(three(at), state);
      state = after(three(at), state);
      return length / MINUTE;
    });
    expect(lengths.slice(0, 6)).toEqual([1, 2, 4, 8, 16, 32]);
    expect(lengths.slice(6)).toEqual([60, 60, 60]);
  });

  test('behavior: each hour without a rejection takes back one doubling', () => {
    const twice = after([...three(START), ...three(START + 2 * MINUTE)]);
    const last = START + 2 * MINUTE;
    expect(cooldownAfter(three(last + HOUR - 1), twice)).toBe(4 * MINUTE);
    expect(cooldownAfter(three(last + HOUR), twice)).toBe(2 * MINUTE);
    expect(cooldownAfter(three(last + 2 * HOUR), twice)).toBe(MINUTE);
    expect(cooldownAfter(three(last + 48 * HOUR), twice)).toBe(MINUTE);
  });

  test('behavior: whatever the user rejects, and however the clock moves, cooldowns are bounded', () => {
    const steps = fc.array(fc.integer({ min: -2 * HOUR, max: 2 * HOUR }), { maxLength: 60 });
    fc.assert(
      fc.property(steps, (all) => {
        let now = START;
        let latest = START;
        let state: Refusals | undefined;
        for (const step of all) {
          now += step;
          latest = Math.max(latest, now);
          state = addRefusal(state, now);
          expect(cooldownEnd(state, latest) ?? 0).toBeLessThanOrEqual(latest + MAX_COOLDOWN_MS);
          expect(state.recent.length).toBeLessThan(3);
        }
      }),
    );
  });
});

describe('extendCooldown', () => {
  test('behavior: lasts as long as requested and never shortens a running cooldown', () => {
    expect(cooldownEnd(extendCooldown(undefined, START, 10 * MINUTE), START)).toBe(
      START + 10 * MINUTE,
    );
    const cooldowns = after(three(START));
    expect(extendCooldown(cooldowns, START, 0)).toBe(cooldowns);
    expect(cooldownEnd(extendCooldown(cooldowns, START, 1), START)).toBe(START + MINUTE);
    const long = extendCooldown(undefined, START, HOUR);
    expect(cooldownEnd(after(three(START), long), START)).toBe(START + HOUR);
  });
});

describe('cooldownEnd', () => {
  test('behavior: null before the first rejection and from the end on', () => {
    expect(cooldownEnd(undefined, START)).toBeNull();
    const cooldowns = after(three(START));
    expect(cooldownEnd(cooldowns, START + MINUTE - 1)).toBe(START + MINUTE);
    expect(cooldownEnd(cooldowns, START + MINUTE)).toBeNull();
  });
});

describe('createCooldowns', () => {
  const asker = (origin: string, tabId: number | null = null) => ({ origin, tabId });
  const A = asker('https://a.example');
  const B = asker('https://b.example');
  const groups = createPackedSiteGroups();

  test('behavior: counts by origin and outlives the worker', async () => {
    const session = memoryArea();
    const clock = createClock(START);
    const cooldowns = createCooldowns({ session, now: clock.now, groups });
    expect(await cooldowns.recordRefusal(A)).toBeNull();
    expect(await cooldowns.recordRefusal(B)).toBeNull();
    expect(await cooldowns.recordRefusal(A)).toBeNull();
    const next = createCooldowns({ session, now: clock.now, groups });
    expect(await next.recordRefusal(A)).toBe(START + MINUTE);
    expect(await next.activeUntil(A)).toBe(START + MINUTE);
    expect(await next.activeUntil(B)).toBeNull();
    clock.ms += MINUTE;
    expect(await next.activeUntil(A)).toBeNull();
  });

  test('behavior: counts each of many rejections at the same time', async () => {
    const cooldowns = createCooldowns({ session: memoryArea(), now: () => START, groups });
    await Promise.all([
      cooldowns.recordRefusal(A),
      cooldowns.recordRefusal(A),
      cooldowns.recordRefusal(A),
      cooldowns.recordRefusal(B),
    ]);
    expect(await cooldowns.all()).toEqual(new Map([['a.example', START + MINUTE]]));
  });

  test('behavior: applies to all subdomains of the site, and to the tab that it was in', async () => {
    const cooldowns = createCooldowns({ session: memoryArea(), now: () => START, groups });
    for (const at of [1, 2, 3]) await cooldowns.recordRefusal(asker(`https://s${at}.a.example`, 5));
    expect(await cooldowns.activeUntil(asker('https://other.a.example', 6))).toBe(START + MINUTE);
    expect(await cooldowns.activeUntil(asker('https://b.example', 5))).toBe(START + MINUTE);
    expect(await cooldowns.activeUntil(asker('https://b.example', 6))).toBeNull();
    expect(await cooldowns.activeUntil(asker('https://nota.example', 6))).toBeNull();
    // What the user mutes is the site, not the tab.
    await cooldowns.extend(asker('https://c.example', 7), 10 * MINUTE);
    expect(await cooldowns.activeUntil(asker('https://d.example', 7))).toBeNull();
    expect([...(await cooldowns.all()).keys()].toSorted()).toEqual(['a.example', 'c.example']);
  });

  test('behavior: doesn’t read the suffix list while no cooldown could apply', async () => {
    const unread = createSiteGroups({ siteSuffixes: () => Promise.reject(new Error('read')) });
    const session = memoryArea();
    const cooldowns = createCooldowns({ session, now: () => START, groups: unread });
    expect(await cooldowns.activeUntil(A)).toBeNull();
    await cooldowns.extend(A, MINUTE);
    expect(unread.known('https://b.example')).toBeUndefined();
    expect(await cooldowns.activeUntil(A)).toBe(START + MINUTE);
    // Without the list the group is too wide, never too narrow.
    expect(await cooldowns.activeUntil(asker('https://x.a.example'))).toBe(START + MINUTE);
  });

  test('behavior: a wipe forgets everything, in this worker and the next', async () => {
    const session = memoryArea();
    const cooldowns = createCooldowns({ session, now: () => START, groups });
    await cooldowns.extend(A, MINUTE);
    expect(await cooldowns.activeUntil(A)).toBe(START + MINUTE);
    await cooldowns.clear();
    expect(await cooldowns.activeUntil(A)).toBeNull();
    expect(await createCooldowns({ session, now: () => START, groups }).activeUntil(A)).toBeNull();
  });

  test('behavior: lasts as long as the user wants', async () => {
    const cooldowns = createCooldowns({ session: memoryArea(), now: () => START, groups });
    expect(await cooldowns.extend(A, 10 * MINUTE)).toBe(START + 10 * MINUTE);
    expect(await cooldowns.extend(B, 0)).toBeNull();
    expect(await cooldowns.all()).toEqual(new Map([['a.example', START + 10 * MINUTE]]));
  });

  test('behavior: keeps 200 origins, and those with a cooldown longest', async () => {
    const session = memoryArea();
    const clock = createClock(START);
    const cooldowns = createCooldowns({ session, now: clock.now, groups });
    await cooldowns.extend(A, HOUR);
    await cooldowns.extend(B, MINUTE);
    clock.ms += 2 * MINUTE;
    for (let i = 0; i < MAX_COOLDOWNS - 1; i++)
      await cooldowns.recordRefusal(asker(`https://${i}.example`));
    expect(await cooldowns.all()).toEqual(new Map([['a.example', START + HOUR]]));
    const text = session.values.get(COOLDOWN_KEY) ?? '';
    expect(JSON.parse(text)).toHaveLength(MAX_COOLDOWNS);
    expect(text).not.toContain('b.example');
  });

  test('behavior: a stored value of another form counts as none', async () => {
    const session = memoryArea();
    await session.set(COOLDOWN_KEY, [{ whose: 'a.example', until: 'tomorrow' }]);
    const cooldowns = createCooldowns({ session, now: () => START, groups });
    expect(await cooldowns.activeUntil(A)).toBeNull();
    expect(await cooldowns.extend(A, MINUTE)).toBe(START + MINUTE);
  });

  test('error: a failing area doesn’t count as no cooldown', async () => {
    const fail = () => Promise.reject(new Error('gone'));
    const cooldowns = createCooldowns({
      session: { get: fail, set: fail, remove: fail },
      now: () => START,
      groups,
    });
    await expect(cooldowns.activeUntil(A)).rejects.toMatchObject({ code: 'storage_failed' });
  });
});
