import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../src/ui/style.css';
import { KeystampError } from '../../../src/protocol/errors.ts';
import type { AppState } from '../../../src/protocol/app-state.ts';
import { startOwnPage } from '../../../src/ui/components/own-page.ts';
import { startPopup } from '../../../src/ui/page/popup.tsx';
import { errorWords } from '../../../src/ui/words/en/errors.ts';
import { popupWords } from '../../../src/ui/words/en/popup.ts';
import { entry, home, id, popupWorld, profile, unlocked, type Answers } from '../page/world.ts';

/*
 * What keeps a form from being stamped twice, unasked, or as something else than its review shows: on the
 * screen of its own, in the sheet over a record, and in the step that runs before another.
 */

let root: HTMLElement;

beforeAll(async () => {
  startOwnPage({ now: () => 1_000_000, root: document.documentElement });
  document.documentElement.classList.add('popup');
  await page.viewport(400, 640);
});
afterEach(() => root.remove());

const OTHER = { ...profile, id: id(61), name: 'Other', order: 1 };
const PASSKEYS = { rpId: null, credentials: [] };
const WALLETS = { wallets: [{ walletId: id(5), walletName: 'Main' }] };
const never = () => new Promise(() => undefined);
const refuse = (error: KeystampError) => () => {
  throw error;
};

type World = ReturnType<typeof popupWorld>;

/** The popup at a place, with what was typed there before. */
function show(hash: string, draft: object, answers: Answers = {}, state: Partial<AppState> = {}) {
  const world = popupWorld({
    state: () => ({ ...unlocked, profiles: [profile, OTHER], ...state }),
    home: () => home,
    keys_list: () => [],
    records_kept: () => null,
    records_keep: () => null,
    activities_list: () => [],
    activities_get: never,
    requests_list: () => ({ items: [] }),
    query: ({ operation }: { readonly operation: string }) =>
      operation === 'get_wallet' ? { wallet: WALLETS.wallets[0] } : WALLETS,
    ...answers,
  });
  const [, , operation] = hash.split('/');
  const kept = { profileId: profile.id, operation, about: null, draft, prerequisiteId: null };
  world.kept.set('drafts', [kept]);
  root = document.createElement('div');
  root.id = 'app';
  document.body.append(root);
  world.effects.hash.set(hash);
  startPopup(world.effects, root);
  return world;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const sent = (world: World) => world.calls('activities_submit');

/** A form's review, from the form. */
async function showReview(operation: string, draft: object, ...rest: [Answers?, object?]) {
  const world = show(`#/form/${operation}`, draft, ...rest);
  await userEvent.click(button(popupWords['popup.review.title']));
  await expect.element(page.getByRole('heading', { level: 1, name: 'Review' })).toBeVisible();
  return world;
}

const RENAMED = { walletId: id(5), walletName: 'Cold' };
/** What the service says of a name that another wallet has. */
const TAKEN = new KeystampError('invalid_input', '', {
  field: 'parameters.walletName',
  rule: 'name_taken',
});

describe('a form’s review on a screen of its own', () => {
  test('error: a double click stamps once', async () => {
    const world = await showReview('update_wallet', RENAMED, { activities_submit: never });
    await userEvent.dblClick(button('Rename wallet'));
    expect(sent(world)).toMatchObject([
      { input: { profileId: profile.id, operation: 'update_wallet', parameters: RENAMED } },
    ]);
  });

  test('error: what failed says why, and is sent again as the same activity', async () => {
    const world = await showReview('update_wallet', RENAMED, {
      activities_submit: refuse(new KeystampError('service_unreachable')),
    });
    await userEvent.click(button('Rename wallet'));
    await expect.element(page.getByText(errorWords.service_unreachable)).toBeVisible();
    await userEvent.click(button('Rename wallet'));
    await expect.poll(() => sent(world)).toHaveLength(2);
    const [first, second] = sent(world);
    expect(second).toEqual(first);
  });

  test('error: a refused field leads back to it', async () => {
    await showReview('update_wallet', RENAMED, {
      activities_submit: refuse(TAKEN),
    });
    await userEvent.click(button('Rename wallet'));
    await expect.poll(() => root.querySelector('[aria-invalid="true"]')).not.toBeNull();
    await expect.element(button(popupWords['popup.review.title'])).toBeVisible();
  });

  test('error: with another profile it leads back to the form, and nothing is sent', async () => {
    const world = await showReview('update_wallet', RENAMED);
    world.publish({
      v: 1,
      state: { ...unlocked, profiles: [profile, OTHER], activeProfileId: OTHER.id },
      home: null,
    });
    await expect.element(button(popupWords['popup.review.title'])).toBeVisible();
    expect(sent(world)).toEqual([]);
  });

  test('error: what can’t be undone is asked about twice', async () => {
    const draft = { userTagIds: [id(7)] };
    const world = await showReview('delete_user_tags', draft, { activities_submit: never });
    await userEvent.click(button('Delete this tag…'));
    expect(sent(world)).toEqual([]);
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await userEvent.dblClick(button('Delete this tag'));
    expect(sent(world)).toHaveLength(1);
  });

  test('error: nothing is sent where nothing may stamp it', async () => {
    const keyless = { ...profile, keyId: null };
    await showReview('update_wallet', RENAMED, {}, { profiles: [keyless] });
    await expect.element(page.getByText(popupWords['popup.method.none'])).toBeVisible();
    await expect.element(button('Rename wallet')).toBeDisabled();
  });

  test('behavior: a passkey’s is handed to its window, and not stamped here', async () => {
    const keyless = { ...profile, keyId: null, passkeys: PASSKEYS };
    const answers = { requests_begin: () => ({ id: id(1) }) };
    const world = await showReview('update_wallet', RENAMED, answers, { profiles: [keyless] });
    await userEvent.dblClick(button('Rename wallet'));
    await expect
      .poll(() => world.calls('requests_begin'))
      .toMatchObject([
        {
          input: { operation: 'update_wallet', parameters: RENAMED, method: 'passkey', show: true },
        },
      ]);
    expect(sent(world)).toEqual([]);
  });
});

/** The sheet over a wallet whose name was typed anew. */
async function showSheet(answers: Answers) {
  const world = show(`#/object/wallet/${id(5)}`, {}, answers);
  await userEvent.click(button('Edit: Name'));
  const typed = page.getByRole('textbox');
  await userEvent.clear(typed);
  await userEvent.type(typed, 'Cold');
  await userEvent.click(button('Continue'));
  await expect.element(page.getByRole('dialog')).toBeVisible();
  return world;
}

describe('a form’s review in a sheet over a record', () => {
  test('error: a double click stamps once', async () => {
    const world = await showSheet({ activities_submit: never });
    await userEvent.dblClick(button('Rename wallet'));
    expect(sent(world)).toMatchObject([{ input: { parameters: RENAMED } }]);
  });

  test('error: a refused field leads back to it', async () => {
    await showSheet({
      activities_submit: refuse(TAKEN),
    });
    await userEvent.click(button('Rename wallet'));
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.poll(() => root.querySelector('[aria-invalid="true"]')).not.toBeNull();
  });
});

describe('the toast of a rename', () => {
  test('security: its Undo leads to the review of the opposite rename, and stamps nothing', async () => {
    const submitted = {
      ...entry,
      operation: 'update_wallet',
      state: 'completed' as const,
      parameters: RENAMED,
    };
    const world = await showSheet({
      activities_submit: () => submitted,
      activities_get: ({ id: asked }: { readonly id: string }) => ({ ...submitted, id: asked }),
    });
    await userEvent.click(button('Rename wallet'));
    await userEvent.click(button('Undo'));
    await expect.element(page.getByRole('heading', { level: 1, name: 'Review' })).toBeVisible();
    await expect
      .poll(() => root.querySelector('.summary')?.textContent)
      .toBe('Rename the wallet Main to “Main”.');
    expect(button('Undo').query()).toBeNull();
    expect(sent(world)).toHaveLength(1);
    await userEvent.click(button('Rename wallet'));
    await expect
      .poll(() => sent(world).at(-1))
      .toMatchObject({ input: { parameters: { walletId: id(5), walletName: 'Main' } } });
  });
});

describe('a form that is sent without a review', () => {
  test('error: a query asks once for two clicks', async () => {
    const world = show(
      '#/form/get_wallet',
      { walletId: id(5) },
      {
        query: ({ operation }: { readonly operation: string }) =>
          operation === 'get_wallet' ? never() : WALLETS,
      },
    );
    await userEvent.dblClick(button('Show wallet'));
    const asked = world
      .calls('query')
      .filter((call) => JSON.stringify(call).includes('get_wallet'));
    expect(asked).toHaveLength(1);
  });

  test('error: the step before another is sent once for two clicks', async () => {
    const world = show('#/form/verify_otp', {}, { activities_submit: never });
    await userEvent.type(page.getByRole('textbox').first(), 'ada@example.com');
    await userEvent.dblClick(button('Send code'));
    expect(sent(world)).toMatchObject([{ input: { operation: 'init_otp' } }]);
  });
});
