import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import '../../../src/ui/style.css';
import type { Activity } from '../../../src/protocol/service-records.ts';
import { objectWords } from '../../../src/ui/words/en/objects.ts';
import { popupWords } from '../../../src/ui/words/en/popup.ts';
import { applySettings, startOwnPage } from '../../../src/ui/components/own-page.ts';
import { startPopup } from '../../../src/ui/page/popup.tsx';
import { startTab } from '../../../src/ui/page/tab.tsx';
import type { AxeRules } from '../../axe-rules.ts';
import { axeFaults, rulesIn } from '../axe.ts';
import { takePicture } from '../picture.ts';
import { cutTexts, overlaps, squeezedNames } from '../layout-faults.ts';
import { askedBy, askedOfType, createSigner, type Signer } from './signed-activities.ts';
import { checkOver } from './checked-activities.ts';
import { ownVoteOn } from './own-vote.ts';
import { tabEffects } from '../page/tab-effects.ts';
import { home, id, popupWorld, profile, unlocked } from '../page/world.ts';

/*
 * What waits for the user's vote, drawn by a real Chromium with votes that are really signed: the list, an
 * activity with its votes, the review of a vote, and what a lying service shows.
 */

let ada: Signer;
let bob: Signer;
let carol: Signer;
let waiting: Activity;
let root: HTMLElement;

beforeAll(async () => {
  startOwnPage({ now: () => 1e12, root: document.documentElement });
  document.documentElement.classList.add('popup');
  document.title = 'Keystamp';
  [ada, bob, carol] = await Promise.all([
    createSigner('Ada Lovelace', 4),
    createSigner('Bob Bernoulli', 41),
    createSigner('Carol von Carolsfeld', 42),
  ]);
  waiting = await askedBy(bob, 70, [carol]);
});

afterEach(() => {
  document.documentElement.style.fontSize = '';
  root.remove();
});

const POLICY = {
  policyId: id(80),
  policyName: 'Three of the treasury',
  effect: 'EFFECT_ALLOW',
  consensus: "approvers.filter(user, user.tags.contains('t')).count() >= 3",
  condition: 'true',
};

const API_KEY = { type: 'AUTHENTICATION_TYPE_API_KEY' };
/** An API key was shown; a passkey or a code is missing. */
const FACTORS = {
  mfaPolicyId: id(90),
  userId: id(4),
  satisfied: false,
  satisfiedMethods: [API_KEY],
  requiredMethods: [
    { any: [API_KEY] },
    { any: [{ type: 'AUTHENTICATION_TYPE_PASSKEY' }, { type: 'AUTHENTICATION_TYPE_EMAIL_OTP' }] },
  ],
};

type World = {
  readonly activities: readonly Activity[];
  readonly kept?: unknown;
  readonly answers?: Readonly<Record<string, unknown>>;
};

function worldOf({ activities, kept = null, answers = {} }: World) {
  const users = [ada, bob, carol].map(({ user }) => ({ ...user, userTags: ['t'] }));
  const evaluation = { policyId: POLICY.policyId, outcome: 'OUTCOME_REQUIRES_CONSENSUS' };
  const service: Readonly<Record<string, unknown>> = {
    list_activities: { activities },
    get_activity: { activity: activities[0] },
    list_users: { users },
    list_wallets: { wallets: [{ walletId: id(5), walletName: 'Main' }] },
    list_policies: { policies: [POLICY] },
    get_organization: {
      organizationData: { rootQuorum: { threshold: 2, userIds: [id(43), id(44)] } },
    },
    get_policy_evaluations: {
      policyEvaluations: [
        { id: id(81), activityId: id(70), voteId: id(82), policyEvaluations: [evaluation] },
      ],
    },
    ...answers,
  };
  return popupWorld({
    state: () => unlocked,
    home: () => ({ ...home, waiting: activities.length }),
    keys_list: () => [],
    activities_list: () => [],
    activities_get: () => ownVoteOn(activities[0]),
    activities_check: checkOver(profile, (operation) => service[operation] ?? {}, kept),
    records_kept: () => null,
    records_keep: () => null,
    query: ({ operation }: { readonly operation: string }) => service[operation] ?? {},
  });
}

type Case = {
  readonly at: string;
  readonly world: () => World | Promise<World>;
  readonly says: string;
};

const activityAt = `#/object/activity/${id(70)}`;
const forgedVote = (activity: Activity): Activity => {
  const [first, second] = activity.votes ?? [];
  if (!first || !second) throw new Error('two votes');
  return { ...activity, votes: [first, { ...second, signature: first.signature }] };
};

const CASES: Readonly<Record<string, Case>> = {
  'nothing to approve': {
    at: '#/activities/approvals',
    world: () => ({ activities: [] }),
    says: objectWords['inbox.noneText'],
  },
  'one to approve': {
    at: '#/activities/approvals',
    world: () => ({ activities: [waiting] }),
    says: 'Payroll 2027',
  },
  'thirty to approve': {
    at: '#/activities/approvals',
    world: async () => ({
      activities: await Promise.all(
        Array.from({ length: 30 }, (_, n) =>
          askedBy(n % 2 ? bob : carol, 100 + n, [], `Payroll ${n} ${'x'.repeat(n)}`),
        ),
      ),
    }),
    says: 'Payroll 29',
  },
  'the first screen': {
    at: '#/',
    world: () => ({ activities: [waiting] }),
    says: objectWords['inbox.needsVote'],
  },
  'an activity to approve': {
    at: activityAt,
    world: () => ({ activities: [waiting] }),
    says: 'Missing: Ada Lovelace.',
  },
  'an altered activity': {
    at: activityAt,
    world: () => ({
      activities: [
        {
          ...waiting,
          intent: { updateWalletIntent: { walletId: id(5), walletName: 'Mallory' } },
        },
      ],
    }),
    says: objectWords['votes.forged.other_intent'],
  },
  'a forged vote': {
    at: activityAt,
    world: () => ({ activities: [forgedVote(waiting)] }),
    says: objectWords['votes.forged.signature_invalid'],
  },
  'a status that went backwards': {
    at: activityAt,
    world: () => ({
      activities: [waiting],
      kept: [
        [
          waiting.id,
          { fingerprint: waiting.fingerprint, status: 'ACTIVITY_STATUS_REJECTED', votes: [] },
        ],
      ],
    }),
    says: objectWords['votes.forged.status_backwards'],
  },
  'a vote that completed it': {
    at: `#/activity/${id(9)}`,
    world: () => ({ activities: [waiting] }),
    says: 'You approved: Rename the wallet Main to “Payroll 2027”.',
  },
  'no votes shown': {
    at: activityAt,
    world: () => ({ activities: [{ ...waiting, votes: [] }] }),
    says: objectWords['votes.unchecked.votes_missing'],
  },
  'consensus that the service says nothing of': {
    at: activityAt,
    world: () => ({
      activities: [waiting],
      answers: { get_policy_evaluations: { policyEvaluations: [] }, get_organization: {} },
    }),
    says: objectWords['quorum.unknown'],
  },
  'a type of tomorrow': {
    at: activityAt,
    world: async () => ({
      activities: [
        await askedOfType(bob, 70, 'ACTIVITY_TYPE_LAUNCH_ROCKET', {
          launchRocketIntent: { to: 'Moon', note: `\u202e${'W'.repeat(64)}` },
        }),
      ],
    }),
    says: '"Moon"',
  },
  'more proof needed': {
    at: activityAt,
    world: () => ({
      activities: [{ ...waiting, status: 'ACTIVITY_STATUS_AUTHENTICATORS_NEEDED' }],
      answers: { get_mfa_status: { mfaStatuses: [FACTORS] } },
    }),
    says: objectWords['factors.title'],
  },
};

/** @returns what is on the screen, as one line */
async function show({ at, world, says }: Case, inTab = false) {
  root = document.createElement('div');
  root.id = 'app';
  document.body.append(root);
  const { effects, asked, setWide } = worldOf(await world());
  effects.hash.set(at);
  if (inTab) startTab(tabEffects(effects), root);
  else startPopup(effects, root);
  const text = () => root.innerText.replace(/\s+/g, ' ');
  await expect.poll(text, { timeout: 10_000 }).toContain(says);
  return { text, asked, effects, setWide };
}

function wider(): number {
  const places = [document.documentElement, ...document.querySelectorAll('.screen-body')];
  return Math.max(...places.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
}

async function demandSoundScreen(picture: string, rules: AxeRules = 'all'): Promise<void> {
  await takePicture(`inbox/${picture}`);
  expect(await axeFaults({ rules })).toEqual([]);
  for (const width of [380, 320]) {
    await page.viewport(width, 600);
    expect(wider(), `${width}`).toBeLessThanOrEqual(0);
  }
  await page.viewport(380, 600);
  document.documentElement.style.fontSize = '200%';
  expect(wider(), 'text of twice the size').toBeLessThanOrEqual(0);
  expect(overlaps(root)).toEqual([]);
  expect(cutTexts(root)).toEqual([]);
  expect(squeezedNames(root)).toEqual([]);
}

const textOfSheet = () => root.querySelector('dialog')?.textContent ?? '';
const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('what waits for a vote', () => {
  for (const [name, state] of Object.entries(CASES)) {
    for (const theme of ['light', 'dark'] as const) {
      test(`behavior: ${name}, ${theme}`, async () => {
        applySettings({ ...unlocked.settings, theme });
        await page.viewport(380, 600);
        await show(state);
        await demandSoundScreen(`${name.replaceAll(' ', '-')}-${theme}`, rulesIn(theme));
      });
    }
  }

  test.each(['an activity to approve', 'a forged vote', 'more proof needed', 'one to approve'])(
    'behavior: in German: %s',
    async (name) => {
      const state = CASES[name];
      if (!state) throw new Error(name);
      applySettings({ ...unlocked.settings, locale: 'de' });
      await page.viewport(380, 600);
      await show({ ...state, says: 'Wallet' });
      await expect.poll(() => root.innerText).toMatch(/genehmig/i);
      await expect.poll(() => root.innerText).toContain('Payroll 2027');
      await demandSoundScreen(`${name.replaceAll(' ', '-')}-german`);
      applySettings(unlocked.settings);
    },
  );

  test('behavior: only what the user may approve and what waits is listed', async () => {
    const [others, ended] = [71, 72];
    const more = [
      { ...(await askedBy(bob, others, [], 'Others vote')), canApprove: false },
      { ...(await askedBy(bob, ended, [], 'Ended')), status: 'ACTIVITY_STATUS_COMPLETED' },
    ];
    const { text } = await show({
      at: '#/activities/approvals',
      world: () => ({ activities: [waiting, ...more] }),
      says: 'Payroll 2027',
    });
    expect(text()).not.toMatch(/Others vote|Ended/);
  });

  test('behavior: a verified one can be approved and rejected, each after its review', async () => {
    await page.viewport(380, 600);
    const { text, asked } = await show({
      at: activityAt,
      world: () => ({ activities: [waiting] }),
      says: 'Missing: Ada Lovelace.',
    });
    expect(text()).toContain('2 of 3.');
    expect(text()).toContain('Carol von Carolsfeld’s laptop');
    expect(text()).not.toContain(objectWords['votes.forged']);
    await button('Reject').click();
    await expect.poll(textOfSheet).toContain('It can’t be undone');
    await button('Cancel').click();
    await button('Approve').first().click();
    await expect.poll(textOfSheet).toContain('Payroll 2027');
    await takePicture(`inbox/vote-review-dark`);
    // Nothing was signed by looking.
    expect(asked.some((call) => call.name === 'activities_submit')).toBe(false);
    await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
    await expect.poll(() => asked.some((call) => call.name === 'activities_submit')).toBe(true);
    expect(asked.find((call) => call.name === 'activities_submit')?.input).toMatchObject({
      operation: 'approve_activity',
      parameters: { fingerprint: waiting.fingerprint },
    });
  });

  test('security: a vote for a rule that lets anyone do anything takes a tick', async () => {
    await page.viewport(380, 600);
    const everything = {
      policyName: 'Everything',
      effect: 'EFFECT_ALLOW',
      consensus: '',
      condition: '',
      notes: '',
    };
    const asked = await askedOfType(bob, 70, 'ACTIVITY_TYPE_CREATE_POLICY_V3', {
      createPolicyIntentV3: everything,
    });
    await show({ at: activityAt, world: () => ({ activities: [asked] }), says: 'Everything' });
    await button('Approve').first().click();
    const sheet = page.getByRole('dialog');
    await expect.poll(textOfSheet).toContain('Anyone can do anything, without a second approval.');
    expect(textOfSheet()).toContain('This can let people do more than before.');
    expect(document.querySelector('dialog .banner.tone-warn')).not.toBeNull();
    const approve = sheet.getByRole('button', { name: 'Approve', exact: true });
    await expect.element(approve).toBeDisabled();
    await takePicture('inbox/vote-review-everything');
    await sheet.getByRole('checkbox').click();
    await expect.element(approve).toBeEnabled();
  });

  test('behavior: a type of tomorrow can be approved with all of it, and nothing hidden', async () => {
    const state = CASES['a type of tomorrow'];
    if (!state) throw new Error();
    await show(state);
    await expect.element(button('Approve').first()).toBeVisible();
    await button('Approve').first().click();
    await expect.poll(textOfSheet).toContain('"Moon"');
    expect(textOfSheet()).toContain('\\u{202E}');
    await takePicture('inbox/vote-review-unknown-type');
  });

  test('behavior: without votes, nothing is said of what it asks for, and it can’t be approved', async () => {
    const { text } = await show(CASES['no votes shown'] as Case);
    expect(text()).toContain(objectWords['votes.unapprovable']);
    expect(text()).not.toContain(objectWords['votes.forged']);
    expect(text()).not.toContain('Payroll 2027');
    expect(text()).toContain(objectWords['votes.fingerprint.none']);
    await expect.element(button('Reject')).toBeVisible();
    expect(button('Approve').elements()).toEqual([]);
  });

  test.each(['an altered activity', 'a forged vote', 'a status that went backwards'])(
    'behavior: %s can’t be approved',
    async (name) => {
      const state = CASES[name];
      if (!state) throw new Error(name);
      await show(state);
      await expect.element(button('Reject')).toBeVisible();
      expect(button('Approve').elements()).toEqual([]);
      expect(root.innerText).toContain(objectWords['votes.forged']);
    },
  );

  test('behavior: what was signed is shown beside what the service shows', async () => {
    const state = CASES['an altered activity'];
    if (!state) throw new Error();
    await show(state);
    await page.getByText(objectWords['votes.signed']).click();
    await expect.poll(() => root.innerText).toContain('"walletName": "Payroll 2027"');
  });

  test('behavior: “Refresh” reads what waits again, and a settled vote does so too', async () => {
    const activities: Activity[] = [];
    const { effects, setWide, asked } = await show(
      {
        at: '#/activities/approvals',
        world: () => ({ activities }),
        says: objectWords['inbox.none'],
      },
      true,
    );
    setWide(true);
    await page.viewport(800, 600);
    activities.push(waiting);
    await page.getByRole('button', { name: popupWords['popup.refresh'] }).click();
    await expect.poll(() => root.innerText).toContain('Payroll 2027');
    activities.length = 0;
    const reads = () => asked.filter(({ name }) => name === 'home').length;
    const before = reads();
    effects.hash.set(`#/activity/${id(9)}`);
    await expect.poll(() => root.innerText).toContain(objectWords['inbox.none']);
    // What is known of the settled one empties the list at once, before the read.
    await expect.poll(reads).toBe(before + 1);
  });

  test('attack: what nobody signed is not said of the own vote', async () => {
    const intent = { updateWalletIntent: { walletId: id(5), walletName: 'Mallory' } };
    const { text } = await show({
      at: `#/activity/${id(9)}`,
      world: () => ({ activities: [{ ...waiting, votes: [], intent }] }),
      says: 'You approved: ',
    });
    await expect.poll(text).toContain(objectWords['votes.target']);
    expect(text()).not.toContain('Mallory');
  });

  test('behavior: the tab is one of three, and leads there', async () => {
    await show({
      at: '#/activities',
      world: () => ({ activities: [waiting] }),
      says: 'Needs approval',
    });
    await button(`${popupWords['popup.activities.scope.approvals']} (1)`).click();
    await expect.poll(() => root.innerText).toContain('Payroll 2027');
  });
});
