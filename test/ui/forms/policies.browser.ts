import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import '../../../src/ui/style.css';
import { applySettings, startOwnPage } from '../../../src/ui/components/own-page.ts';
import { startPopup } from '../../../src/ui/page/popup.tsx';
import type { AxeRules } from '../../axe-rules.ts';
import { axeFaults, rulesIn } from '../axe.ts';
import { takePicture } from '../picture.ts';
import { cutTexts, overlaps, squeezedNames } from '../layout-faults.ts';
import type { Activity } from '../../../src/protocol/service-records.ts';
import { askedBy, askedOfType, createSigner } from '../activities/signed-activities.ts';
import { home, id, popupWorld, unlocked } from '../page/world.ts';

/*
 * Policies, drawn by a real Chromium: the list, a policy in words and in its text, and its form.
 */

let root: HTMLElement;

beforeAll(() => {
  startOwnPage({ now: () => 1e12, root: document.documentElement });
  document.documentElement.classList.add('popup');
  document.title = 'Keystamp';
});

afterEach(() => {
  document.documentElement.style.fontSize = '';
  root.remove();
});

const TAG = id(60);
const TREASURY = {
  policyId: id(80),
  policyName: 'Two of the treasury sign',
  effect: 'EFFECT_ALLOW',
  condition: `activity.resource == 'PRIVATE_KEY' && activity.action == 'SIGN' && wallet.id == '${id(5)}'`,
  consensus: `approvers.filter(user, user.tags.contains('${TAG}')).count() >= 2`,
  time: "CronSpan('0 9 * * 1-5', '8h', 'Europe/Berlin')",
  notes: '',
};
const UNTOLD = {
  policyId: id(81),
  policyName: 'No exports',
  effect: 'EFFECT_DENY',
  condition:
    "activity.kind == 'EXPORT_WALLET_ACCOUNT' && wallet.exported && wallet_account.path_indexes[0] == 44",
  consensus: '',
  notes: '',
};

const TRAP = {
  policyId: id(82),
  policyName: 'Main is never renamed',
  effect: 'EFFECT_DENY',
  condition: `activity.kind == 'UPDATE_WALLET' && wallet.id == '${id(5)}'`,
  consensus: "approvers.any(user, user.tags.contains('interns'))",
  notes: '',
};

/** Beside a policy of which raw signing goes around. */
const OPEN = {
  policyId: id(83),
  policyName: 'The desk signs',
  effect: 'EFFECT_ALLOW',
  condition: "activity.action == 'SIGN'",
  consensus: `approvers.any(user, user.tags.contains('${TAG}'))`,
  notes: '',
};
const APPROVALS = {
  policyId: id(84),
  policyName: 'Approvals',
  effect: 'EFFECT_ALLOW',
  condition:
    "eth.tx.to == '0x5fbdb2315678afecb367f032d93f642f64180aa3' && eth.tx.function_name == 'approve'",
  consensus: '',
  notes: '',
};
const LIMIT = {
  policyId: id(85),
  policyName: 'At most one ether',
  effect: 'EFFECT_DENY',
  condition: 'eth.tx.value > 1000000000000000000',
  consensus: '',
  notes: '',
};
const WITH_HOLES = { list_policies: { policies: [OPEN, APPROVALS, LIMIT] } };

const SERVICE: Readonly<Record<string, unknown>> = {
  list_policies: { policies: [TREASURY, UNTOLD] },
  list_wallets: { wallets: [{ walletId: id(5), walletName: 'Main' }] },
  list_user_tags: { userTags: [{ tagId: TAG, tagName: 'Treasury', tagType: 'TAG_TYPE_USER' }] },
};

/** The queries that were asked since the last screen was shown. */
let asked: string[] = [];

function worldOf(answers: Readonly<Record<string, unknown>> = {}) {
  const service = { ...SERVICE, ...answers };
  asked = [];
  return popupWorld({
    state: () => unlocked,
    home: () => home,
    keys_list: () => [],
    activities_list: () => [],
    records_kept: () => null,
    records_keep: () => null,
    query: (query: {
      readonly operation: string;
      readonly parameters: Readonly<Record<string, unknown>>;
    }) => {
      asked.push(query.operation);
      if (query.operation !== 'get_policy') return service[query.operation] ?? {};
      const found = [TREASURY, UNTOLD, TRAP, OPEN, APPROVALS, LIMIT].find(
        (one) => one.policyId === query.parameters['policyId'],
      );
      return { policy: found };
    },
  });
}

const shown = () => root.innerText.replace(/\s+/g, ' ');

async function show(at: string, says: string, answers = {}) {
  root = document.createElement('div');
  root.id = 'app';
  document.body.append(root);
  const world = worldOf(answers);
  world.effects.hash.set(at);
  startPopup(world.effects, root);
  await expect.poll(shown, { timeout: 10_000 }).toContain(says);
  return world;
}

function wider(): number {
  const places = [document.documentElement, ...document.querySelectorAll('.screen-body')];
  return Math.max(...places.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
}

async function demandSoundScreen(picture: string, rules: AxeRules = 'all'): Promise<void> {
  await takePicture(`policies/${picture}`);
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

const policyAt = (policy: { readonly policyId: string }) => `#/object/policy/${policy.policyId}`;

const SCREENS: Readonly<Record<string, readonly [at: string, says: string]>> = {
  list: [
    '#/list/policy',
    'Anyone with the tag “Treasury” can sign with wallets and private keys once 2 of them approve, counting the one who asks.',
  ],
  policy: [policyAt(TREASURY), 'Only with the wallet “Main”.'],
  'policy-that-protects-nothing': [
    policyAt(TRAP),
    'Protects nothing for “Update wallet”. The policy reads something that they don’t have',
  ],
  'policy-in-its-text': [
    policyAt(UNTOLD),
    'This applies only in the cases that its text describes.',
  ],
};

describe('policies', () => {
  for (const [name, [at, says]] of Object.entries(SCREENS)) {
    for (const theme of ['light', 'dark'] as const) {
      test(`behavior: ${name}, ${theme}`, async () => {
        applySettings({ ...unlocked.settings, theme });
        await page.viewport(380, 600);
        await show(at, says);
        await demandSoundScreen(`${name}-${theme}`, rulesIn(theme));
      });
    }
  }

  test('behavior: each warning of a policy is there, and a sound policy has none', async () => {
    await show(policyAt(TRAP), 'Protects nothing for “Update wallet”');
    expect(shown()).toContain('“interns” isn’t the ID of a tag.');
    root.remove();
    await show(policyAt(UNTOLD), 'This applies only in the cases that its text describes.');
    expect(shown()).not.toContain('Worth a second look');
  });

  for (const theme of ['light', 'dark'] as const) {
    test(`behavior: what goes around a rule is said, with the DENY against it, ${theme}`, async () => {
      applySettings({ ...unlocked.settings, theme });
      await page.viewport(380, 600);
      await show(policyAt(OPEN), 'That goes around “At most one ether”.', WITH_HOLES);
      expect(shown()).toContain("(activity.kind == 'SIGN_RAW_PAYLOAD' ||");
      expect(shown()).toContain('Allows transactions of type 4');
      await demandSoundScreen(`policy-around-rules-${theme}`, rulesIn(theme));
    });
  }

  test('behavior: a call without interface, chain and limits is warned of', async () => {
    await show(policyAt(APPROVALS), 'stores no interface for it', WITH_HOLES);
    for (const says of ['every EVM network', 'Allows any spender', 'Allows any amount']) {
      expect(shown()).toContain(says);
    }
    await takePicture('policies/policy-without-limits');
    root.remove();
    await show(policyAt(LIMIT), 'Signing it is allowed by “The desk signs”.', WITH_HOLES);
  });

  test('behavior: in German, the same', async () => {
    applySettings({ ...unlocked.settings, theme: 'light', locale: 'de' });
    await show(policyAt(OPEN), 'Das umgeht „At most one ether“.', WITH_HOLES);
    await demandSoundScreen('policy-around-rules-de', rulesIn('light'));
    root.remove();
    await show(policyAt(APPROVALS), 'Erlaubt jeden Betrag', WITH_HOLES);
    await takePicture('policies/policy-without-limits-de');
  });

  /** With the submission's text, which says what it was. */
  const rename = async (n: number, walletName: string) => {
    const asked = await askedBy(await createSigner('Bob', 41), n, [], walletName);
    return { ...asked, status: 'ACTIVITY_STATUS_COMPLETED' };
  };
  const NEWEST: Activity[] = [];
  beforeAll(async () => {
    NEWEST.push(
      await rename(90, 'W'.repeat(64)),
      await rename(91, 'Payroll'),
      await askedOfType(await createSigner('Bob', 41), 92, 'ACTIVITY_TYPE_OF_TOMORROW', {
        other: {},
      }),
    );
  });
  const start = page.getByRole('button', { name: 'Try the latest activities' });

  for (const theme of ['light', 'dark'] as const) {
    test(`behavior: tried on the newest activities when the user says so, ${theme}`, async () => {
      applySettings({ ...unlocked.settings, theme });
      await page.viewport(380, 600);
      const answers = { list_activities: { activities: NEWEST } };
      await show(policyAt(TRAP), 'Try the latest activities', answers);
      expect(shown()).not.toContain('Payroll');
      await start.click();
      await expect.poll(shown).toContain('Payroll');
      expect(shown().match(/Can’t be evaluated/g)).toHaveLength(2);
      expect(shown()).toContain('Can’t tell');
      root.querySelector('.screen-body')?.scrollTo(0, 1e6);
      await demandSoundScreen(`policy-trial-${theme}`, rulesIn(theme));
    });
  }

  test('behavior: an organization without activities', async () => {
    const answers = { list_activities: { activities: [] } };
    await show(policyAt(TREASURY), 'Try the latest activities', answers);
    await start.click();
    await expect.poll(shown).toContain('The organization has no activities yet.');
  });

  test('error: activities that can’t be read are said, and read again', async () => {
    const answer: { activities: unknown } = { activities: 'none' };
    await show(policyAt(TREASURY), 'Try the latest activities', { list_activities: answer });
    await start.click();
    await expect.poll(shown).toContain('The activities can’t be read');
    answer.activities = NEWEST;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(shown).toContain('Payroll');
  });

  const advanced = async (summary = 'Advanced: the policy’s text') =>
    page.getByText(summary).click();
  const input = (label: RegExp) => page.getByRole('textbox', { name: label });
  const WALLETS = "activity.resource == 'WALLET'";
  const reads = () => asked.filter((one) => one === 'list_activities').length;
  const count = (text: RegExp) => shown().match(text)?.length ?? 0;

  for (const theme of ['light', 'dark'] as const) {
    test(`behavior: a new policy is tried as it is typed, when the user says so, ${theme}`, async () => {
      applySettings({ ...unlocked.settings, theme });
      await page.viewport(380, 600);
      const answers = { list_activities: { activities: NEWEST } };
      await show('#/form/create_policy', 'Try what you typed', answers);
      await advanced();
      await input(/Which requests/).fill(WALLETS);
      expect(reads()).toBe(0);
      await start.click();
      await expect.poll(() => count(/Would allow it/g)).toBe(2);
      expect(count(/Can’t tell/g)).toBe(1);
      root.querySelector('.screen-body')?.scrollTo(0, 1e6);
      await demandSoundScreen(`form-trial-${theme}`, rulesIn(theme));
    });
  }

  test('behavior: in German too', async () => {
    applySettings({ ...unlocked.settings, locale: 'de' });
    await page.viewport(380, 600);
    const answers = { list_activities: { activities: NEWEST } };
    await show('#/form/create_policy', 'Eingaben ausprobieren', answers);
    await advanced('Erweitert: der Text der Richtlinie');
    await input(/Welche Anfragen/).fill(`${WALLETS} &&`);
    await page.getByRole('button', { name: 'Letzte Aktivitäten ausprobieren' }).click();
    await expect.poll(shown).toContain('Keystamp kann einen Teil der Richtlinie nicht lesen');
    root.querySelector('.screen-body')?.scrollTo(0, 1e6);
    await demandSoundScreen('form-trial-german');
    applySettings(unlocked.settings);
  });

  test('behavior: what was found isn’t shown for another text, and a second try reads nothing', async () => {
    const answers = { list_activities: { activities: NEWEST } };
    await show('#/form/create_policy', 'Try what you typed', answers);
    await advanced();
    await input(/Which requests/).fill(WALLETS);
    await start.click();
    await expect.poll(() => count(/Would allow it/g)).toBe(2);
    await input(/Which requests/).fill(WALLETS.replace('WALLET', 'USER'));
    await expect.poll(shown).toContain('You’ve changed the policy since you tried it.');
    expect(shown()).not.toContain('Payroll');
    await start.click();
    await expect.poll(() => count(/Doesn’t allow it/g)).toBe(2);
    await input(/Which requests/).fill(`${WALLETS} &&`);
    await start.click();
    await expect.poll(shown).toContain('Keystamp can’t read a part of the policy');
    expect(count(/Can’t tell/g)).toBe(3);
    expect(reads()).toBe(1);
  });

  test('behavior: a change is tried with the rest of the policy as it is', async () => {
    const answers = { list_activities: { activities: NEWEST } };
    await show('#/form/update_policy', 'Try what you typed', answers);
    await start.click();
    await expect.poll(shown).toContain('Choose the policy first.');
    root.remove();
    await show(
      policyAt(UNTOLD),
      'This applies only in the cases that its text describes.',
      answers,
    );
    await page.getByRole('button', { name: 'Edit: Which requests' }).click();
    await input(/Which requests/).fill(WALLETS);
    const typed = page.getByRole('region', { name: 'Try what you typed' });
    await typed.getByRole('button').click();
    await expect.poll(() => count(/Would deny it/g)).toBe(2);
    root.querySelector('.edit')?.scrollIntoView();
    await demandSoundScreen('in-place-trial');
  });

  test('behavior: the exact text stands beneath the words', async () => {
    await show(policyAt(TREASURY), 'once 2 of them approve');
    for (const text of [TREASURY.condition, TREASURY.consensus, TREASURY.time])
      expect(shown()).toContain(text);
  });

  test('behavior: its screen leads to the form that changes it in parts', async () => {
    await show(policyAt(TREASURY), 'once 2 of them approve');
    const link = page.getByRole('link', { name: 'Change policy' }).element();
    const href = link.getAttribute('href') ?? '';
    expect(href).toBe(`#/form/update_policy/policy/${TREASURY.policyId}`);
    root.remove();
    await show(href, 'How many must approve');
  });

  test('behavior: an empty list', async () => {
    await show('#/list/policy', 'Nothing here yet', { list_policies: { policies: [] } });
  });

  for (const theme of ['light', 'dark'] as const) {
    test(`behavior: a fault is shown at its place while typing, ${theme}`, async () => {
      applySettings({ ...unlocked.settings, theme });
      await page.viewport(380, 600);
      await show('#/form/create_policy', 'Try what you typed');
      await advanced();
      const condition = input(/Which requests/);
      await condition.fill("activity.kind == 'CREATE_WALLET' &&\n  wallt.id == 'x'");
      await expect.poll(shown).toContain('There is no “wallt” here.');
      expect(shown()).toContain('Line 2, character 3');
      expect(root.querySelector('mark')?.textContent).toBe('wallt');
      const area = condition.element();
      if (!(area instanceof HTMLTextAreaElement)) throw new Error('a text area');
      expect(area.getAttribute('aria-invalid')).toBe('true');
      const described = area.getAttribute('aria-describedby')?.split(' ') ?? [];
      expect(described.map((one) => document.getElementById(one)?.textContent).join()).toContain(
        'There is no “wallt” here.',
      );
      await page.getByRole('button', { name: 'Go to the place' }).click();
      expect(area.value.slice(area.selectionStart, area.selectionEnd)).toBe('wallt');
      area.scrollIntoView();
      await demandSoundScreen(`fault-${theme}`, rulesIn(theme));
    });
  }

  test('behavior: what isn’t published is said at its place, and refuses nothing', async () => {
    await page.viewport(380, 600);
    await show('#/form/create_policy', 'Try what you typed');
    await advanced();
    const condition = input(/Which requests/);
    await condition.fill("wallet.exported || wallet.imported && activity.kind == 'SIGN'");
    await expect.poll(shown).toContain('Put parentheses around what belongs together.');
    // The policy's sentence says it too, and may be there before.
    const described = () =>
      (condition.element().getAttribute('aria-describedby')?.split(' ') ?? [])
        .map((one) => document.getElementById(one)?.textContent)
        .join();
    await expect.poll(described).toContain('Put parentheses');
    expect(condition.element().getAttribute('aria-invalid')).toBe('false');
    expect(shown()).not.toContain('The service probably won’t accept this text.');
    await condition.fill("wallet.exported || (wallet.imported && activity.kind == 'SIGN')");
    await expect.poll(shown).not.toContain('Put parentheses');
  });

  test('behavior: what nothing has is said at its place, with what it is like, and refuses nothing', async () => {
    await page.viewport(380, 600);
    await show('#/form/create_policy', 'Try what you typed');
    await advanced();
    const condition = input(/Which requests/);
    await condition.fill(`wallet.id == '${id(5)}' && activity.kind == 'SING_TRANSACTION'`);
    await expect.poll(shown).toContain('Did you mean “SIGN_TRANSACTION”?');
    expect(root.querySelector('mark')?.textContent).toBe("'SING_TRANSACTION'");
    expect(condition.element().getAttribute('aria-invalid')).toBe('false');
    await condition.fill(`wallet.id == '${id(6)}' && activity.kind == 'SIGN_TRANSACTION'`);
    await expect.poll(shown).toContain(`No wallet of this organization has the ID “${id(6)}”.`);
    expect(root.querySelector('mark')?.textContent).toBe(`'${id(6)}'`);
    expect(shown()).not.toContain('Did you mean');
    condition.element().scrollIntoView();
    await demandSoundScreen('unknown-value');
  });

  test('behavior: the fault goes when it is mended, and another clause has its own names', async () => {
    await show('#/form/create_policy', 'Try what you typed');
    await advanced();
    const consensus = input(/Who must approve/);
    await consensus.fill("activity.kind == 'A'");
    await expect.poll(shown).toContain('“activity” is only for another part of the policy');
    await consensus.fill('approvers.count() >= 2');
    await expect.poll(shown).not.toContain('is only for another part');
    expect(consensus.element().getAttribute('aria-invalid')).toBe('false');
  });
});
