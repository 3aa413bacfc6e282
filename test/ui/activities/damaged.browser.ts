import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import '../../../src/ui/style.css';
import type { EntryView } from '../../../src/protocol/outbox-entry.ts';
import { startOwnPage } from '../../../src/ui/components/own-page.ts';
import { startPopup } from '../../../src/ui/page/popup.tsx';
import { appWords } from '../../../src/ui/words/en/app.ts';
import { entry, home, id, popupWorld, unlocked, type Answers } from '../page/world.ts';

/*
 * The whole popup with an activity that can't be drawn, whose screen would otherwise be blank: the record is
 * named, what is beside it is there, and the popup neither draws nor asks without end (threat 60).
 */

/** An activity that throws where it is drawn: its origin is no text. */
const damaged = (state: EntryView['state']): EntryView => ({
  ...entry,
  id: id(77),
  state,
  origin: { site: 'odd' } as unknown as string,
});
const NAMED = appWords['app.broken.record'].replace('{name}', id(77));
/** Far more than the screens ask for, and far less than a loop does. */
const MAX_CALLS = 40;
/** Turns of the page's loop in which a loop would be seen. */
const FRAMES = 30;

let root: HTMLElement;
beforeAll(() => {
  startOwnPage({ now: () => 1_000_000, root: document.documentElement });
  document.documentElement.classList.add('popup');
  document.title = 'Keystamp';
});
afterEach(() => root.remove());

function show(answers: Answers, hash = '') {
  root = document.createElement('div');
  root.id = 'app';
  document.body.append(root);
  const world = popupWorld({ state: () => unlocked, home: () => home, ...answers });
  world.effects.hash.set(hash);
  startPopup(world.effects, root);
  return world;
}

const buttonOf = (text: string) =>
  [...root.querySelectorAll('button')].find(({ innerText }) => innerText === text);

/** Lets the page draw for a while, and says how often what it shows changed meanwhile. */
async function countChanges(): Promise<number> {
  let changes = 0;
  const observer = new MutationObserver((records) => (changes += records.length));
  observer.observe(root, { childList: true, subtree: true, characterData: true, attributes: true });
  for (let frame = 0; frame < FRAMES; frame++)
    await new Promise((next) => requestAnimationFrame(next));
  observer.disconnect();
  return changes;
}

describe('an activity that can’t be drawn', () => {
  test('behavior: on the home screen it is named, and nothing loops (threat 60)', async () => {
    const entries = [damaged('pending'), { ...entry, state: 'waiting' as const }];
    const world = show({ home: () => ({ ...home, entries }) });
    await expect.poll(() => root.innerText).toContain(NAMED);
    expect(root.innerText).toContain('Main');
    // It still runs: the worker would refuse.
    expect(buttonOf(appWords['app.broken.remove'])).toBeUndefined();
    await expect.poll(countChanges).toBe(0);
    expect(world.asked.length).toBeLessThan(MAX_CALLS);
  });

  test('behavior: one that has ended can be removed (threat 60)', async () => {
    let entries = [damaged('unknown')];
    const world = show({
      home: () => ({ ...home, entries }),
      activities_dismiss: () => {
        entries = [];
        return null;
      },
    });
    await expect.poll(() => buttonOf(appWords['app.broken.remove'])).toBeDefined();
    buttonOf(appWords['app.broken.remove'])?.click();
    await expect.poll(() => world.calls('activities_dismiss')).toHaveLength(1);
    world.publish({ v: 1, state: unlocked, home: { ...home, entries } });
    await expect.poll(() => root.innerText).not.toContain(NAMED);
  });

  test('behavior: in the list of activities it is named beside the others (threat 60)', async () => {
    const other = { ...entry, id: id(78), state: 'completed' as const };
    const world = show({ activities_list: () => [damaged('completed'), other] }, '#/activities');
    await expect.poll(() => root.innerText).toContain(NAMED);
    expect(root.querySelector(`a[href*="${other.id}"]`)).not.toBeNull();
    await expect.poll(countChanges).toBe(0);
    expect(world.asked.length).toBeLessThan(MAX_CALLS);
  });
});
