import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import '../../../src/ui/style.css';
import { KeystampError, toWire } from '../../../src/protocol/errors.ts';
import type { EntryView } from '../../../src/protocol/outbox-entry.ts';
import { startOwnPage } from '../../../src/ui/components/own-page.ts';
import { startPopup } from '../../../src/ui/page/popup.tsx';
import { errorWords } from '../../../src/ui/words/en/errors.ts';
import { objectWords } from '../../../src/ui/words/en/objects.ts';
import { popupWords } from '../../../src/ui/words/en/popup.ts';
import { procedureWords } from '../../../src/ui/words/en/procedure.ts';
import { axeFaults } from '../axe.ts';
import { entry, home, id, popupWorld, profile, unlocked } from '../page/world.ts';

/*
 * A stage that is found again, of a contact that is being verified and of a form that another operation
 * begins, in each state that its activity can be in, drawn by a real Chromium.
 */

let root: HTMLElement;

beforeAll(async () => {
  startOwnPage({ now: () => 1_000_000, root: document.documentElement });
  document.documentElement.classList.add('popup');
  document.title = 'Keystamp';
  await page.viewport(400, 640);
});
afterEach(() => root.remove());

const [USER, SENT] = [7, 21].map(id);
const change = { contact: 'ada@example.com', sendId: SENT, checkId: null, setId: null };
const kept = { wrongTries: 0, ended: null };

/** The popup where that activity is found, as the worker has it. */
function show(hash: string, found: Partial<EntryView>, more: Record<string, unknown> = {}) {
  const world = popupWorld({
    state: () => unlocked,
    home: () => home,
    keys_list: () => [],
    records_kept: () => null,
    records_keep: () => null,
    requests_list: () => ({ items: [] }),
    activities_list: () => [],
    activities_get: () => ({ ...entry, id: SENT, operation: 'init_otp', ...found }),
    query: ({ operation }: { readonly operation: string }) =>
      operation === 'get_user' ? { user: { userId: USER, userName: 'Ada' } } : {},
  });
  // What it waits for is told by a snapshot that never comes.
  const effects = { ...world.effects, later: () => () => undefined };
  for (const [name, value] of Object.entries(more)) world.kept.set(name, value);
  root = document.createElement('div');
  root.id = 'app';
  document.body.append(root);
  effects.hash.set(hash);
  startPopup(effects, root);
}

const PLACES: Readonly<Record<string, (found: Partial<EntryView>) => void>> = {
  'a contact that is verified': (found) =>
    show(`#/form/update_user_email/user/${USER}`, found, {
      contacts: [
        {
          profileId: profile.id,
          operation: 'update_user_email',
          kind: 'user',
          id: USER,
          change: { ...change, ...kept },
        },
      ],
    }),
  'a form that another operation begins': (found) =>
    show('#/form/verify_otp', found, {
      drafts: [
        {
          profileId: profile.id,
          operation: 'verify_otp',
          about: null,
          draft: {},
          prerequisiteId: SENT,
        },
      ],
    }),
};

const stage = () => root.querySelector<HTMLElement>('[data-run]')?.dataset['run'];
const waiting = { status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED' } as EntryView['activity'];

describe.each(Object.entries(PLACES))('%s', (_, open) => {
  test('behavior: waits for others, and says that it goes on once they have approved', async () => {
    open({ state: 'pending', activity: waiting });
    await expect.element(page.getByText(procedureWords['procedure.waiting'])).toBeVisible();
    expect(stage()).toBe('waiting');
    expect(root.querySelector('.spinner')).toBeNull();
    expect(await axeFaults()).toEqual([]);
  });

  test('error: stopped, with why', async () => {
    open({ state: 'refused', error: toWire(new KeystampError('service_error')) });
    await expect.poll(stage).toBe('stopped');
    await expect.element(page.getByText(errorWords.service_error)).toBeVisible();
  });

  test('error: an answer that is false is no word of what happened', async () => {
    open({ state: 'mismatch', error: toWire(new KeystampError('reply_mismatch')) });
    await expect.poll(stage).toBe('disproved');
    await expect.element(page.getByText(errorWords.reply_mismatch)).toBeVisible();
    expect(root.innerText).not.toContain(objectWords['contact.failed.send']);
  });

  test('error: nor is no answer at all', async () => {
    open({ state: 'unknown' });
    await expect.poll(stage).toBe('open');
    await expect.element(page.getByText(popupWords['popup.state.unknown'])).toBeVisible();
    expect(root.innerText).not.toContain(objectWords['contact.failed.send']);
  });
});

test('error: a code that surely wasn’t sent says so', async () => {
  PLACES['a contact that is verified']?.({ state: 'rejected' });
  await expect.element(page.getByText(objectWords['contact.failed.send'])).toBeVisible();
});
