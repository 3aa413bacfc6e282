import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import '../../../src/ui/style.css';
import type { Activity } from '../../../src/protocol/service-records.ts';
import { startOwnPage } from '../../../src/ui/components/own-page.ts';
import { startPopup } from '../../../src/ui/page/popup.tsx';
import { objectWords } from '../../../src/ui/words/en/objects.ts';
import { reasonWords } from '../../../src/ui/words/en/errors.ts';
import type { LieKit } from '../../votes/lie-kit.ts';
import { LIES, type Lie } from '../../votes/lies.ts';
import { useQueueWindow } from '../review/queue-window.ts';
import { openedVote, ownRequest, queueWorld } from '../review/world.ts';
import { checkOver } from './checked-activities.ts';
import { createLieKit, createSigner, type Signer } from './signed-activities.ts';
import { home, id, popupWorld, profile, unlocked } from '../page/world.ts';

/*
 * Every lie of a service on the two screens that lead to an approval, drawn by a real Chromium: what is wrong is
 * said, nothing that the service made up is shown as what is asked for, and there is nothing to approve with.
 */

let carol: Signer;
let dave: Signer;
let kit: LieKit;
let root: HTMLElement;
const drawWindow = useQueueWindow();

beforeAll(async () => {
  startOwnPage({ now: () => 1e12, root: document.documentElement });
  document.documentElement.classList.add('popup');
  [carol, dave] = await Promise.all([createSigner('Carol', 41), createSigner('Dave', 42)]);
  kit = await createLieKit(carol, dave);
});

afterEach(() => root.remove());

const WORDS: Readonly<Record<string, unknown>> = objectWords;
const wordsOf = (reason: string) =>
  String(WORDS[`votes.forged.${reason}`] ?? WORDS[`votes.unchecked.${reason}`]);

/** The background over a service that tells a lie, after what it showed before. */
async function checkerOf(lie: Lie, shown: Activity) {
  let told = lie.before?.(kit) ?? shown;
  const users = [carol.user, dave.user];
  const ask = (operation: string) => {
    if (operation === 'list_users') return { users };
    return operation === 'get_activity' ? { activity: told } : { activities: [told] };
  };
  const check = checkOver(profile, ask);
  if (lie.before) await check({ profileId: profile.id, id: told.id });
  told = shown;
  return { check, ask };
}

const text = () => root.innerText.replaceAll(/\s+/g, ' ');
const button = (name: string) => page.getByRole('button', { name, exact: true });

async function showInPopup(lie: Lie): Promise<void> {
  const shown = await lie.tell(kit);
  const asked = lie.asked?.(kit) ?? shown;
  const { check, ask } = await checkerOf(lie, shown);
  const { effects } = popupWorld({
    state: () => unlocked,
    home: () => ({ ...home, waiting: 1 }),
    keys_list: () => [],
    activities_list: () => [],
    activities_check: check,
    records_kept: () => null,
    records_keep: () => null,
    query: ({ operation }: { readonly operation: string }) => ask(operation),
  });
  effects.hash.set(`#/object/activity/${asked.id}`);
  root = document.createElement('div');
  root.id = 'app';
  document.body.append(root);
  startPopup(effects, root);
}

async function showInWindow(lie: Lie): Promise<void> {
  const shown = await lie.tell(kit);
  const { check, ask } = await checkerOf(lie, shown);
  const { world, queue } = queueWorld([ownRequest(1, 'approve_activity')], {
    requests_open: () => openedVote(1, shown.fingerprint),
    query: ({ operation }: { readonly operation: string }) => ask(operation),
    activities_check: check,
    records_kept: () => null,
    records_keep: () => null,
    sites_list: () => [],
    keys_list: () => [],
  });
  // As in a browser that can prompt: nothing but the check keeps it from being signed.
  const authenticator = { get: () => new Promise(() => undefined) } as never;
  const effects = { ...world.effects, authenticator };
  const placement = { finish: () => undefined };
  root = drawWindow({ queue, effects, placement, state: unlocked });
}

const MADE_UP = /Mallory|harmless|beef/;

describe('a lying service on the screen', () => {
  test.each(LIES)('error: in the popup: $name', async (lie) => {
    await page.viewport(380, 600);
    await showInPopup(lie);
    await expect.element(page.getByText(/^(Matches|Matches no)/)).toBeVisible();
    if (lie.says !== 'not_waiting') expect(text()).toContain(wordsOf(lie.says));
    if (lie.vote) expect(text()).toContain(wordsOf(lie.vote[1]));
    expect(button('Approve').elements()).toEqual([]);
    expect(text()).not.toMatch(MADE_UP);
  });

  // The window looks for the fingerprint that it signs: another activity in its place is that other one.
  test.each(LIES.filter(({ asked }) => !asked))(
    'error: in the passkey’s window: $name',
    async (lie) => {
      await page.viewport(400, 640);
      await showInWindow(lie);
      const words = lie.says === 'not_waiting' ? reasonWords.not_waiting : wordsOf(lie.says);
      await expect.poll(text).toContain(words);
      await expect.element(button('Use passkey')).toBeDisabled();
      expect(text()).not.toMatch(MADE_UP);
    },
  );

  test('behavior: the honest one can be approved on both', async () => {
    const honest: Lie = { name: '', tell: ({ honest: one }) => one, says: 'not_waiting' };
    await showInPopup(honest);
    await expect.element(button('Approve').first()).toBeVisible();
    expect(text()).toContain('Payroll 2027');
    root.remove();
    await showInWindow(honest);
    await expect.element(button('Use passkey')).toBeEnabled();
    expect(text()).toContain('Payroll 2027');
    expect(text()).not.toContain(String(id(70)));
  });
});
