import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../src/ui/style.css';
import { applySettings, startOwnPage } from '../../../src/ui/components/own-page.ts';
import { startPopup } from '../../../src/ui/page/popup.tsx';
import type { AxeRules } from '../../axe-rules.ts';
import { axeFaults, rulesIn } from '../axe.ts';
import { takePicture } from '../picture.ts';
import { cutTexts, overlaps, squeezedNames } from '../layout-faults.ts';
import { home, id, popupWorld, unlocked } from '../page/world.ts';

/*
 * A policy put together from parts, drawn by a real Chromium: the parts, their text, and templates.
 */

let root: HTMLElement;

beforeAll(() => {
  startOwnPage({ now: () => 1e12, root: document.documentElement });
  document.documentElement.classList.add('popup');
  document.title = 'Keystamp';
});

afterEach(() => {
  document.documentElement.style.fontSize = '';
  document.documentElement.classList.add('popup');
  applySettings(unlocked.settings);
  root.remove();
});

const LONG = 'Treasury operations of the northern branches and their deputies in the year';
const TOLD = {
  policyId: id(80),
  policyName: 'Carol signs',
  effect: 'EFFECT_ALLOW',
  condition: `activity.action == 'SIGN' && wallet.id == '${id(5)}' && eth.tx.chain_id == 1`,
  consensus: `approvers.any(user, user.id == '${id(61)}' || user.tags.contains('${id(60)}'))`,
  time: "CronSpan('0 9 * * 1-5', '8h', 'Europe/Berlin')",
  notes: '',
};
const UNTOLD = {
  ...TOLD,
  policyId: id(81),
  policyName: 'Selector',
  condition: "activity.kind == 'SIGN_TRANSACTION' && eth.tx.data[0..10] == '0x095ea7b3'",
};

const SERVICE: Readonly<Record<string, unknown>> = {
  list_policies: { policies: [TOLD, UNTOLD] },
  list_wallets: { wallets: [{ walletId: id(5), walletName: 'Main' }] },
  list_user_tags: { userTags: [{ tagId: id(60), tagName: LONG, tagType: 'TAG_TYPE_USER' }] },
  list_users: {
    users: [
      { userId: id(61), userName: 'Carol', apiKeys: [], authenticators: [] },
      { userId: id(4), userName: 'Ada', apiKeys: [], authenticators: [] },
    ],
  },
};

const shown = () => root.innerText.replace(/\s+/g, ' ');
const says = () => root.querySelector('.builder-says')?.textContent;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const text = (label: RegExp) => page.getByRole('textbox', { name: label });
const advanced = () => page.getByText('Advanced: the policy’s text');

async function show(at: string, width = 380) {
  root = document.createElement('div');
  root.id = 'app';
  document.body.append(root);
  const world = popupWorld({
    state: () => unlocked,
    home: () => home,
    keys_list: () => [],
    activities_list: () => [],
    records_kept: () => null,
    records_keep: () => null,
    activities_submit: () => ({}),
    query: (query: {
      readonly operation: string;
      readonly parameters: Readonly<Record<string, unknown>>;
    }) =>
      query.operation === 'get_policy'
        ? {
            policy: [TOLD, UNTOLD].find((one) => one.policyId === query.parameters['policyId']),
          }
        : (SERVICE[query.operation] ?? {}),
  });
  document.documentElement.classList.toggle('popup', width < 500);
  world.setWide(width >= 500);
  await page.viewport(width, 900);
  world.effects.hash.set(at);
  startPopup(world.effects, root);
  return world;
}

const wider = (): number => {
  const places = [document.documentElement, ...document.querySelectorAll('.screen-body')];
  return Math.max(...places.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
};

async function demandSound(picture: string, rules: AxeRules = 'all', width = 380): Promise<void> {
  await page.viewport(width, 1900);
  await takePicture(`policies/${picture}`);
  expect(await axeFaults({ rules })).toEqual([]);
  if (width > 380) return;
  for (const narrow of [380, 320]) {
    await page.viewport(narrow, 600);
    expect(wider(), `${narrow}`).toBeLessThanOrEqual(0);
  }
  await page.viewport(380, 600);
  document.documentElement.style.fontSize = '200%';
  expect(wider(), 'text of twice the size').toBeLessThanOrEqual(0);
  expect(overlaps(root)).toEqual([]);
  expect(cutTexts(root)).toEqual([]);
  expect(squeezedNames(root)).toEqual([]);
  document.documentElement.style.fontSize = '';
}

async function showNew(width?: number) {
  const world = await show('#/form/create_policy', width);
  await expect.poll(says, { timeout: 10_000 }).toBeTruthy();
  return world;
}

/** The change of a policy that exists, from its own screen's form. */
async function showChange(policyId: string) {
  const world = await show('#/form/update_policy');
  const pick = page.getByRole('combobox', { name: 'Policy' });
  await pick.click();
  await pick.fill(policyId);
  await page.getByRole('option').first().click();
  await expect.poll(says, { timeout: 10_000 }).toBeTruthy();
  return world;
}

const ALL = 'Anyone can do anything, without a second approval.';

describe('a policy from parts', () => {
  for (const theme of ['light', 'dark'] as const)
    test(`behavior: nothing chosen yet, ${theme}`, async () => {
      applySettings({ ...unlocked.settings, theme });
      await showNew();
      expect(says()).toBe(ALL);
      await demandSound(`builder-empty-${theme}`, rulesIn(theme));
    });

  test('behavior: parts are chosen, and the sentence and the texts follow', async () => {
    await showNew();
    await page.getByRole('combobox', { name: 'People' }).click();
    await page.getByRole('option', { name: /Carol/ }).click();
    await userEvent.keyboard('{Escape}');
    await page.getByText('Choose what').click();
    await page.getByRole('checkbox', { name: 'Sign anything' }).click();
    await page.getByRole('checkbox', { name: 'Export anything' }).click();
    await button('Wallets').click();
    await page.getByRole('combobox', { name: 'Wallets' }).click();
    await page.getByRole('option', { name: /Main/ }).click();
    await userEvent.keyboard('{Escape}');
    await button('In these hours').click();
    await button('Fri').click();
    await text(/Time zone/).fill('Europe/Berlin');
    await page.getByLabelText('To', { exact: true }).fill('18:30');
    await expect
      .poll(says)
      .toBe(
        '“Carol” can sign anything or export anything alone. A request by anyone else is denied, unless another policy keeps it open for “Carol” to approve. Only with the wallet “Main”. Only for 9 hours and 30 minutes from 09:00 on Monday to Thursday (Europe/Berlin).',
      );
    await advanced().click();
    const values = [/Which requests/, /Who must approve/, /^When/].map(
      (label) => (text(label).element() as HTMLTextAreaElement).value,
    );
    expect(values).toEqual([
      `activity.action in ['SIGN', 'EXPORT'] && wallet.id == '${id(5)}'`,
      `approvers.any(user, user.id == '${id(61)}')`,
      "CronSpan('0 9 * * 1-4', '9h30m', 'Europe/Berlin')",
    ]);
    await demandSound('builder-filled');
  });

  test('behavior: a text that is typed shows as parts, and parts that are taken away change it', async () => {
    await showNew();
    await advanced().click();
    await text(/Who must approve/).fill(`approvers.filter(u, '${id(60)}' in u.tags).count() > 1`);
    await expect.poll(says).toContain(`once 2 of them approve`);
    await text(/Which requests/).fill("activity.kind in ['CREATE_WALLET', 'NEW_THING']");
    await expect.poll(shown).toContain('Do “New thing”');
    await button('Remove: Do “New thing”').click();
    expect((text(/Which requests/).element() as HTMLTextAreaElement).value).toBe(
      "activity.kind == 'CREATE_WALLET'",
    );
    await demandSound('builder-long-names');
  });

  test('behavior: dates are whole days here, both ways, and what is wrong with them is said', async () => {
    await showNew();
    const [start, end] = [page.getByLabelText(/Start date/), page.getByLabelText(/End date/)];
    await start.fill('1969-03-01');
    await expect.poll(shown).toContain('This day has begun');
    await end.fill('2999-03-31');
    await expect.poll(says).toContain('Only until');
    expect(shown()).not.toContain('This day is over');
    await advanced().click();
    const when = text(/^When/);
    const edge = (year: number, month: number, day: number) =>
      new Date(year, month, day).toISOString().replace('.000Z', 'Z');
    const written = () => (when.element() as HTMLTextAreaElement).value;
    expect(written()).toBe(
      `time.now >= Timestamp('${edge(1969, 2, 1)}') && time.now < Timestamp('${edge(2999, 3, 1)}')`,
    );
    await button('In these hours').click();
    expect(written()).toContain(`Timestamp('${edge(2999, 3, 1)}') && CronSpan(`);
    await end.fill('1969-02-28');
    await expect.poll(shown).toContain('The end is before the start.');
    expect(end.element().getAttribute('aria-invalid')).toBe('true');
    expect(shown()).toContain('This day is over');
    await demandSound('builder-dates-reversed');
    await end.fill('1969-03-01');
    await expect.poll(shown).not.toContain('The end is before the start.');
    await start.fill('');
    await expect.poll(written).toMatch(/^time\.now < /);
    // A moment within a day has no field: it stays a chip.
    await when.fill(
      `time.now >= Timestamp('${edge(2030, 4, 5)}') && time.now < Timestamp('2031-01-02T03:04:05Z')`,
    );
    await expect.poll(() => (start.element() as HTMLInputElement).value).toBe('2030-05-05');
    expect((end.element() as HTMLInputElement).value).toBe('');
    await expect.poll(shown).toContain('Until January 2, 2031');
    await demandSound('builder-dates');
  });

  for (const theme of ['light', 'dark'] as const)
    test(`behavior: dates in German, ${theme}`, async () => {
      applySettings({ ...unlocked.settings, theme, locale: 'de' });
      await showNew();
      await button('In diesen Zeiten').click();
      await page.getByLabelText(/Startdatum/).fill('2998-05-01');
      await page.getByLabelText(/Enddatum/).fill('2998-04-01');
      await expect.poll(says).toContain('bis ');
      await expect.poll(shown).toContain('Das Ende liegt vor dem Start.');
      await demandSound(`builder-dates-german-${theme}`, rulesIn(theme));
    });

  test('behavior: a text that parts can’t show says so and stays as it is', async () => {
    await showChange(UNTOLD.policyId);
    await expect.poll(shown).toContain('This says more than chips can show.');
    await button('Denies').click();
    await expect.poll(says).toContain('No one but the root quorum can');
    const condition = text(/Which requests/).element() as HTMLTextAreaElement;
    expect(condition.value).toBe(UNTOLD.condition);
    await demandSound('builder-untold');
  });

  test('behavior: a change sends only what is different, and the removal of what is gone', async () => {
    const world = await showChange(TOLD.policyId);
    expect(says()).toContain('“Carol” or anyone with the tag');
    await button('At any hour').click();
    await button('Remove: On the EVM network with chain ID “1”').click();
    await button('Review').click();
    await expect.poll(shown, { timeout: 10_000 }).toContain('can let people do more');
    await button('Change policy').click();
    await expect.poll(() => world.calls('activities_submit').length).toBe(1);
    // Nothing of the approvals, which stay as they are.
    expect(world.calls('activities_submit')[0]?.input).toMatchObject({
      parameters: {
        policyId: TOLD.policyId,
        time: '',
        policyCondition: `activity.action == 'SIGN' && wallet.id == '${id(5)}'`,
      },
    });
    const sent = JSON.stringify(world.calls('activities_submit')[0]?.input);
    expect(sent.includes('policyConsensus') || sent.includes('policyEffect')).toBe(false);
  });

  test('behavior: in German, a rule that denies', async () => {
    applySettings({ ...unlocked.settings, locale: 'de' });
    await showNew();
    await expect.poll(shown).toContain('Mit einer Vorlage beginnen');
    await button('Nur zu Bürozeiten signieren').click();
    await expect.poll(says).toContain('Niemand außer dem Root-Quorum kann alles signieren.');
    await text(/^Name/).fill('Büro');
    await demandSound('builder-german');
  });

  test('behavior: wide', async () => {
    await showNew(1280);
    await demandSound('builder-wide', 'all', 1280);
  });
});

const TEMPLATES: Readonly<Record<string, string>> = {
  'Two people for signing and exports':
    'Anyone can sign anything or export anything once 2 people approve, counting the one who asks.',
  'One person renames':
    '“Ada” can rename a wallet or rename a user alone. A request by anyone else is denied, unless another policy keeps it open for “Ada” to approve.',
  'Freeze deletions': 'No one but the root quorum can delete anything.',
  'Sign in office hours only':
    'No one but the root quorum can sign anything. This applies only outside the 8 hours from 09:00 on Monday to Friday',
};

describe('templates', () => {
  for (const [name, sentence] of Object.entries(TEMPLATES))
    test(`behavior: ${name}, in 4 clicks from the list`, async () => {
      const world = await show('#/list/policy');
      let clicks = 0;
      const click = async (place: { readonly click: () => Promise<void> }) => {
        await place.click();
        clicks += 1;
      };
      await expect.poll(shown, { timeout: 10_000 }).toContain('Carol signs');
      // A link leads to an address, which this page's stand-in doesn't watch.
      const link = page.getByRole('link', { name: 'Add policy' }).element();
      world.effects.hash.set(link.getAttribute('href') ?? '');
      clicks += 1;
      await click(button(name));
      await expect.poll(says).toContain(sentence);
      await click(button('Review'));
      await expect.poll(() => button('Add policy').query(), { timeout: 10_000 }).toBeEnabled();
      expect(root.querySelector('.summary')?.textContent).toContain(sentence);
      await click(button('Add policy'));
      await expect.poll(() => world.calls('activities_submit').length).toBe(1);
      expect(clicks).toBeLessThanOrEqual(4);
      expect(world.calls('activities_submit')[0]?.input).toMatchObject({
        parameters: { policyName: name },
      });
    });
});
