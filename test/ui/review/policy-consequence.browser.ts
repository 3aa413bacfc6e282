import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import '../../../src/ui/style.css';
import { applySettings, startOwnPage } from '../../../src/ui/components/own-page.ts';
import { startPopup } from '../../../src/ui/page/popup.tsx';
import { axeFaults, rulesIn } from '../axe.ts';
import { takePicture } from '../picture.ts';
import { home, id, popupWorld, unlocked } from '../page/world.ts';

/*
 * The review of what changes policies: what follows from it comes first, amber unless it is shown that nobody can do
 * more, and a rule that lets anyone do anything needs a tick.
 */

const RENAMES = {
  policyId: id(80),
  policyName: 'Renames',
  effect: 'EFFECT_ALLOW',
  condition: "activity.kind == 'UPDATE_USER_NAME'",
  consensus: `approvers.any(user, user.id == '${id(61)}')`,
  notes: '',
};
const FREEZE = {
  policyId: id(81),
  policyName: 'Freeze',
  effect: 'EFFECT_DENY',
  condition: "activity.action == 'DELETE'",
  consensus: '',
  notes: '',
};

let root: HTMLElement;

beforeAll(() => {
  startOwnPage({ now: () => 1e12, root: document.documentElement });
  document.documentElement.classList.add('popup');
  document.title = 'Keystamp';
});

afterEach(() => {
  applySettings(unlocked.settings);
  root.remove();
});

const shown = () => root.innerText.replace(/\s+/g, ' ');
const button = (name: string) => page.getByRole('button', { name, exact: true });

async function open(at: string) {
  root = document.createElement('div');
  root.id = 'app';
  document.body.append(root);
  const answers: Readonly<Record<string, unknown>> = {
    get_policy: { policy: RENAMES },
    list_policies: { policies: [RENAMES, FREEZE] },
    list_users: { users: [{ userId: id(61), userName: 'Carol', apiKeys: [], authenticators: [] }] },
  };
  const world = popupWorld({
    state: () => unlocked,
    home: () => home,
    keys_list: () => [],
    activities_list: () => [],
    records_kept: () => null,
    records_keep: () => null,
    activities_submit: () => ({}),
    query: (query: { readonly operation: string }) => answers[query.operation] ?? {},
  });
  await page.viewport(380, 600);
  world.effects.hash.set(at);
  startPopup(world.effects, root);
  return world;
}

/** Fills the form, and goes on to its review. */
async function review(operation: string, fill: Readonly<Record<string, string>>, effect?: string) {
  const world = await open(`#/form/${operation}`);
  await page.getByText('Advanced: the policy’s text').click();
  for (const [label, text] of Object.entries(fill))
    await page.getByRole('textbox', { name: new RegExp(`^${label}`) }).fill(text);
  if (effect) await button(effect).click();
  await button('Review').click();
  await expect.poll(shown, { timeout: 10_000 }).toContain('do more than before.');
  return world;
}

const WIDER = 'This can let people do more than before.';
const NOT_WIDER = 'No one can do more than before.';

describe('the review of a policy', () => {
  for (const theme of ['light', 'dark'] as const)
    test(`security: a rule that lets anyone do anything takes a tick, ${theme}`, async () => {
      const world = await review('create_policy', { Name: 'Everything' });
      applySettings({ ...unlocked.settings, theme });
      expect(root.querySelector('.summary')?.textContent).toBe(
        'Anyone can do anything, without a second approval.',
      );
      expect(shown()).toContain(WIDER);
      await expect.poll(() => button('Add policy').query()).toBeDisabled();
      await takePicture(`policies/review-everything-${theme}`);
      expect(await axeFaults({ rules: rulesIn(theme) })).toEqual([]);
      await page.getByRole('checkbox').click();
      await button('Add policy').click();
      await expect.poll(() => world.calls('activities_submit').length).toBe(1);
    });

  test('behavior: any other rule takes none, and is amber where it allows something', async () => {
    await review('create_policy', { Name: 'Two', 'Who must approve': 'approvers.count() >= 2' });
    expect(root.querySelector('.summary')?.textContent).toBe(
      'Anyone can do anything once 2 people approve, counting the one who asks.',
    );
    expect(root.querySelector('.banner.tone-warn')?.textContent).toContain(WIDER);
    await expect.poll(() => button('Add policy').query()).toBeEnabled();
    expect(page.getByRole('checkbox').query()).toBeNull();
  });

  test('behavior: what is worth a second look in it is said before it is added', async () => {
    await review('create_policy', {
      Name: 'Interns',
      'Who must approve': "approvers.any(user, user.tags.contains('interns'))",
    });
    expect(shown()).toContain('“interns” isn’t the ID of a tag.');
  });

  test('behavior: a rule that denies widens nothing', async () => {
    await review('create_policy', { Name: 'No' }, 'Denies');
    expect(shown()).toContain(NOT_WIDER);
    expect(root.querySelector('.banner.tone-warn')).toBeNull();
  });

  test('behavior: a change says what follows before and after', async () => {
    await open(`#/object/policy/${RENAMES.policyId}`);
    await page.getByRole('button', { name: 'Edit: Who must approve' }).click();
    await page.getByRole('textbox').fill('approvers.count() >= 1');
    root.querySelector<HTMLElement>('.edit .button-primary')?.click();
    await expect.poll(() => root.querySelectorAll('.tag').length).toBeGreaterThan(1);
    for (const text of ['Anyone can rename a user', '“Carol” can rename a user alone', WIDER])
      await expect.poll(shown).toContain(text);
    await takePicture('policies/review-change');
    expect(await axeFaults({ rules: rulesIn('light') })).toEqual([]);
  });
});
