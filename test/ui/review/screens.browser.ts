import { afterEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Activity } from '../../../src/protocol/service-records.ts';
import type { PendingRequestView } from '../../../src/protocol/pending-request.ts';
import { applySettings } from '../../../src/ui/components/own-page.ts';
import { confirmWords } from '../../../src/ui/words/en/confirm.ts';
import { objectWords } from '../../../src/ui/words/en/objects.ts';
import { WCAG_TAGS } from '../../axe-rules.ts';
import { axeFaults } from '../axe.ts';
import { takePicture } from '../picture.ts';
import { unisolated } from '../isolation.ts';
import { cutTexts, overlaps, squeezedNames } from '../layout-faults.ts';
import { checkOver } from '../activities/checked-activities.ts';
import { askedBy, createSigner, type Signer } from '../activities/signed-activities.ts';
import { id, profile, unlocked } from '../page/world.ts';
import { settle, useQueueWindow } from './queue-window.ts';
import { openedRequest, openedVote, ownRequest, queueWorld, request } from './world.ts';

/*
 * The confirm window's screens in a real Chromium, with names that are long or from right to left:
 * nothing over each other, nothing cut off, also with text of twice the size.
 */

const LONG = 'The treasury of a company with a name as long as its history';
const RIGHT_TO_LEFT = 'محفظة الرواتب';

let root: HTMLElement;
let voter: Signer;
const draw = useQueueWindow();

afterEach(() => {
  document.documentElement.style.fontSize = '';
});

const connect: PendingRequestView = request(1, {
  requested: {
    kind: 'connect',
    operations: ['update_wallet', 'create_wallet', 'get_api_key'],
    reason: `${LONG} ${RIGHT_TO_LEFT}`,
  },
});

const SCENES: Readonly<Record<string, readonly PendingRequestView[]>> = {
  'a connection': [connect],
  'a request of a site': [request(1), request(2), request(3)],
  'a request of a busy page': [request(1, { state: 'busy' })],
  'the user’s own request': [ownRequest(1)],
};

const ORGANIZATION = {
  organizationData: { users: [], rootQuorum: { threshold: 1, userIds: [id(90)] } },
};

async function show(
  items: readonly PendingRequestView[],
  name: string,
  policies: readonly object[] = [],
): Promise<void> {
  const wallets = [{ walletId: id(5), walletName: name }];
  const { world, queue } = queueWorld([...items], {
    requests_open: ({ id: opened }: { readonly id: string }) =>
      openedRequest(Number(opened.slice(-4)), `${name} 2027`),
    query: ({ operation }: { readonly operation: string }) =>
      operation === 'get_organization' ? ORGANIZATION : { wallets, policies },
    keys_list: () => [],
    sites_list: () => [],
  });
  const profiles = [{ ...profile, name, known: policies.length > 0 ? profile.known : null }];
  const effects = { ...world.effects, authenticator: null };
  const placement = { finish: () => undefined };
  const state = { ...unlocked, profiles };
  root = draw({ queue, effects, placement, state });
  await settle();
  const text = () => root.innerText.replaceAll(/\s+/g, ' ');
  await expect.poll(text).toContain(name);
  for (const details of root.querySelectorAll('details')) details.open = true;
}

describe('the confirm window', () => {
  for (const [scene, items] of Object.entries(SCENES)) {
    for (const name of [LONG, RIGHT_TO_LEFT]) {
      test(`behavior: ${scene}, with the name “${name}”`, async () => {
        await page.viewport(400, 640);
        await show(items, name);
        expect(document.title).toBe('Requests – Keystamp');
        expect(await axeFaults({ tags: WCAG_TAGS })).toEqual([]);
        for (const fontSize of ['100%', '200%']) {
          document.documentElement.style.fontSize = fontSize;
          await page.viewport(380, 600);
          expect(unisolated(root, [name]), fontSize).toEqual([]);
          expect(overlaps(root), fontSize).toEqual([]);
          expect(cutTexts(root), fontSize).toEqual([]);
          expect(squeezedNames(root), fontSize).toEqual([]);
        }
      });
    }
  }

  for (const theme of ['light', 'dark'] as const) {
    test(`behavior: a site’s request that policies refuse names each of them, ${theme}`, async () => {
      applySettings({ ...unlocked.settings, theme });
      await page.viewport(400, 640);
      const denying = { effect: 'EFFECT_DENY', condition: "activity.resource == 'WALLET'" };
      const erring = { effect: 'EFFECT_DENY', condition: "private_key.id == 'x'" };
      await show([request(1)], LONG, [
        { policyId: id(70), policyName: 'Wallets are frozen', ...denying },
        { policyId: id(71), policyName: RIGHT_TO_LEFT, ...erring },
      ]);
      const listed = () =>
        [...root.querySelectorAll('.prediction li')].map(({ textContent }) =>
          textContent.replaceAll(/[\u2066-\u2069]/g, ''),
        );
      await expect
        .poll(listed)
        .toEqual([
          'Wallets are frozen denies it',
          `${RIGHT_TO_LEFT} can’t be evaluated, so it does nothing`,
        ]);
      await takePicture(`confirm-denying-${theme}`);
      expect(unisolated(root, [RIGHT_TO_LEFT])).toEqual([]);
      expect(overlaps(root)).toEqual([]);
      expect(cutTexts(root)).toEqual([]);
    });
  }

  for (const theme of ['light', 'dark'] as const) {
    test(`behavior: a busy page is said, and what a click does then, ${theme}`, async () => {
      applySettings({ ...unlocked.settings, theme });
      await page.viewport(380, 600);
      await show([request(1, { state: 'busy' })], LONG);
      expect(root.textContent).toContain(confirmWords['confirm.busyText']);
      for (const details of root.querySelectorAll('details')) details.open = false;
      root.scrollIntoView();
      await takePicture(`confirm-busy-${theme}`);
      await expect
        .poll(() => root.querySelector('[data-act="approve"]')?.getAttribute('data-armed'))
        .not.toBeNull();
    });
  }

  /** The window of a vote by passkey, over a service that lists these activities as waiting. */
  async function showVote(fingerprint: string, activities: readonly Activity[]) {
    const { world, queue } = queueWorld([ownRequest(1, 'approve_activity')], {
      requests_open: () => openedVote(1, fingerprint),
      query: () => ({ wallets: [] }),
      activities_check: checkOver(profile, () => ({ activities, users: [voter.user] })),
      records_kept: () => null,
      records_keep: () => null,
      sites_list: () => [],
      keys_list: () => [],
    });
    const effects = { ...world.effects, authenticator: null };
    const placement = { finish: () => undefined };
    root = draw({ queue, effects, placement, state: unlocked });
    return () => root.innerText.replaceAll(/\s+/g, ' ');
  }

  test.each([
    ['what is voted on', (one: Activity) => [one], objectWords['votes.on']],
    [
      'that it was altered',
      (one: Activity) => [
        { ...one, intent: { updateWalletIntent: { walletId: id(5), walletName: 'Mallory' } } },
      ],
      objectWords['votes.forged.other_intent'],
    ],
    ['that it isn’t found', () => [], objectWords['votes.unread']],
  ] as const)('behavior: the window of a vote by passkey says %s', async (name, listed, says) => {
    applySettings(unlocked.settings);
    await page.viewport(400, 640);
    voter = await createSigner('Bob', 41);
    const waiting = await askedBy(voter, 70, []);
    const text = await showVote(waiting.fingerprint, listed(waiting));
    await expect.poll(text, { timeout: 10_000 }).toContain(says);
    await expect.poll(text).toContain(waiting.fingerprint.slice(-6));
    // What was signed, whatever the service shows.
    if (listed(waiting).length > 0) await expect.poll(text).toContain('Payroll 2027');
    expect(text()).not.toContain('Mallory');
    const file = name.replaceAll(/\W+/g, '-');
    await takePicture(`confirm-vote-${file}`);
    expect(overlaps(root)).toEqual([]);
    expect(cutTexts(root)).toEqual([]);
    expect(await axeFaults({ tags: WCAG_TAGS })).toEqual([]);
  });
});
