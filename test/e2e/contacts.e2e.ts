import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import { memberWords } from '../../src/ui/words/en/members.ts';
import { operationWords } from '../../src/ui/words/en/operations.ts';
import { ruleWords } from '../../src/ui/words/en/rules.ts';
import { demandFits } from './appearance.ts';
import { demandAccessible } from './axe.ts';
import type { Keystamp } from './browser.ts';
import { test } from './environment.ts';
import type { Oracle } from './oracle.ts';
import { openHome, openPopup, POPUP_SIZE } from './pages.ts';
import { shoot } from './screenshots.ts';
import type { LocalService } from './service.ts';
import {
  button,
  openForm,
  operationRow,
  textFor,
  waitForState,
  switchToEnclaveProfile,
} from './user-actions.ts';
import { shownBy, trialUnless } from '../trial-tag.ts';

/*
 * A person's email address and phone number: verified and changed in one piece, also when the popup
 * closes in the middle; saved without a code; and removed, which is an action with its own name.
 */

// Each test continues where the previous one ended.
test.describe.configure({ mode: 'serial' });

const EMAIL = 'a.new@demo.example';
const PHONE = '+4930123456';
/** Alice's, from the beginning. */
const SEEDED_PHONE = '+15555550101';

let service: LocalService;
let keystamp: Keystamp;
let oracle: Oracle;
let page: Page;
let clicks = 0;
let characters = 0;

test.beforeAll(async ({ environments }) => {
  const { options, ...environment } = await environments.start();
  ({ service, keystamp, oracle } = environment);
  await options.close();
  await keystamp.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  page = await openPopup(keystamp);
});

async function click(target: Locator): Promise<void> {
  clicks += 1;
  await target.click();
}

async function type(text: string): Promise<void> {
  characters += text.length;
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

/** Pastes a text where the focus is. */
async function paste(text: string): Promise<void> {
  await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
  await page.keyboard.press('Control+V');
}

const edit = (member: keyof typeof memberWords) =>
  page.getByRole('button', {
    name: textFor('object.edit.change', { label: memberWords[member] }),
    exact: true,
  });
const inSheet = (name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });
const code = () =>
  page.locator('[data-field="otpCode"] input, [data-field="encryptedOtpBundle"] input');
const sendAction = operationRow('init_otp').action;
const otherCode = (sent: string) => `${(Number(sent[0]) + 1) % 10}${sent.slice(1)}`;

async function alice() {
  const { client, organizationId } = oracle;
  const { users } = await client.getUsers({ organizationId });
  return users.find(({ userName }) => userName.startsWith('Alice'));
}

async function openAlice(): Promise<void> {
  await openHome(page);
  await page.getByRole('link', { name: textFor('app.place.user') }).waitFor();
  [clicks, characters] = [0, 0];
  await click(page.getByRole('link', { name: textFor('app.place.user') }));
  await click(page.getByRole('link', { name: /^Alice/ }));
  await page.getByRole('heading', { name: /^Alice/ }).waitFor();
}

async function reopenPopup(): Promise<void> {
  await page.close();
  page = await openPopup(keystamp);
}

async function check(name: string): Promise<void> {
  await page.evaluate(async () => {
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => null)));
  });
  await page.setViewportSize({ width: 320, height: 600 });
  await demandFits(page, `${name}, narrow`);
  await shoot(page, `contact-${name}-narrow`, { schemes: ['light'] });
  await page.setViewportSize(POPUP_SIZE);
  await shoot(page, `contact-${name}`);
  await demandAccessible(page, name);
  await demandFits(page, name);
}

/** Approves the code and the change, and waits for the record with the contact. */
async function approveBoth(contact: string): Promise<void> {
  await click(inSheet(textFor('contact.approve')));
  await page.getByRole('heading', { name: /^Alice/ }).waitFor();
  await page.locator('dd', { hasText: contact }).first().waitFor();
}

test.describe('an email address', () => {
  test('behavior: is changed and verified in five clicks', async () => {
    await openAlice();
    await check('user');
    await click(edit('userEmail'));
    await page.locator('[data-field="userEmail"] input:focus').waitFor();
    await check('type');
    await page.keyboard.press('Control+A');
    await type(EMAIL);
    await page.getByRole('dialog').waitFor();
    await check('send');
    await click(inSheet(sendAction));
    await code().waitFor();
    await check('code');
    const sent = await oracle.code(EMAIL);
    // As it is copied from a message: the field takes off what isn't the code.
    await paste(`\u2066${sent.slice(0, 3)} ${sent.slice(3)}\u2069`);
    await page.getByText(textFor('app.typed.separators')).waitFor();
    await check('pasted');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText(EMAIL).first().waitFor();
    await check('both');
    await approveBoth(EMAIL);
    const label = memberWords.userEmail;
    await page.getByText(textFor('contact.done', { label }), { exact: true }).waitFor();
    // What was just verified doesn't ask for it again.
    await page.locator('.verified-here').waitFor();
    expect((await alice())?.userEmail).toBe(EMAIL);
    expect([clicks, characters]).toEqual([5, EMAIL.length]);
    expect(await oracle.effects()).toMatchObject({
      ACTIVITY_TYPE_INIT_OTP_V2: 1,
      ACTIVITY_TYPE_VERIFY_OTP: 1,
      ACTIVITY_TYPE_UPDATE_USER_EMAIL: 1,
    });
  });

  test('behavior: the present one is verified in five clicks, and the local service shows its code', async () => {
    const name = textFor('object.contact.verifyWhat', { label: memberWords.userPhoneNumber });
    await openAlice();
    await click(page.getByRole('link', { name }));
    await page.getByRole('dialog').getByText(SEEDED_PHONE).first().waitFor();
    await check('verify-phone');
    await click(inSheet(sendAction));
    await page.getByText(textFor('contact.digits', { count: 6 })).waitFor();
    const opened = page.context().waitForEvent('page');
    await button(page, 'contact.local.open').click();
    const codes = await opened;
    await codes.waitForLoadState();
    expect(codes.url()).toBe(`${service.url}/local/otp`);
    const sent = await oracle.code(SEEDED_PHONE);
    expect(await codes.locator('body').innerText()).toContain(sent);
    await codes.close();
    await code().fill(sent);
    await page.keyboard.press('Enter');
    await approveBoth(SEEDED_PHONE);
    expect(clicks).toBe(5);
    await expect(page.locator('.verified-here')).toHaveCount(2);
    await expect(page.getByRole('link', { name })).toHaveCount(0);
    await check('verified');
  });

  test(
    'behavior: is saved unverified only by a second button that says so',
    trialUnless(false),
    async () => {
      await openAlice();
      await edit('userEmail').click();
      const plain = button(page, 'contact.plain');
      await page.locator('[data-field="userEmail"] input:focus').waitFor();
      // There is nothing to save yet.
      await expect(plain).toHaveCount(0);
      await page.keyboard.press('Control+A');
      await page.keyboard.type('plain@demo.example');
      await check('unverified');
      await plain.click();
      await inSheet(operationRow('update_user_email').action).click();
      await page.getByText(operationRow('update_user_email').done, { exact: true }).waitFor();
      await page.locator('dd', { hasText: 'plain@demo.example' }).first().waitFor();
      expect((await oracle.effects())['ACTIVITY_TYPE_INIT_OTP_V2']).toBe(2);
    },
  );

  test('error: an empty one is refused, here and in its form', trialUnless(false), async () => {
    await openAlice();
    await edit('userEmail').click();
    await page.locator('[data-field="userEmail"] input:focus').waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Enter');
    await page.locator('.field-error', { hasText: ruleWords.missing }).waitFor();
    await check('empty');
    const row = operationRow('update_user_email');
    await openForm(page, row);
    await page.locator('[data-field="userId"]').getByRole('combobox').fill('Alice');
    await page.locator('[data-field="userId"]').getByRole('option').first().click();
    await button(page, 'popup.review.title').click();
    await page
      .locator('[data-field="userEmail"] .field-error', { hasText: ruleWords.missing })
      .waitFor();
    await check('form-empty');
  });
});

test.describe('a phone number', () => {
  test(
    'behavior: goes on in the next popup, through a wrong code',
    shownBy(
      'ui/procedures/contact/contact-change.test.ts',
      'ui/procedures/contact/contact-session.test.ts',
    ),
    async () => {
      await switchToEnclaveProfile(keystamp, page, service.url);
      await openAlice();
      await edit('userPhoneNumber').click();
      await page.locator('[data-field="userPhoneNumber"] input:focus').waitFor();
      await page.keyboard.press('Control+A');
      await type('+49 30 123456');
      await inSheet(sendAction).click();
      await code().waitFor();
      await reopenPopup();
      const { title } = operationRow('update_user_phone_number');
      await page.getByRole('list', { name: textFor('popup.home.unfinished') }).waitFor();
      await check('home');
      await page.getByRole('link', { name: title }).click();
      await code().waitFor();
      const sent = await oracle.code(PHONE);
      await type(otherCode(sent));
      await inSheet(textFor('contact.approve')).click();
      await page.getByText(textFor('contact.wrong', { count: 2 }), { exact: true }).waitFor();
      await check('wrong');
      await reopenPopup();
      await page.getByRole('link', { name: title }).click();
      await page.getByText(textFor('contact.wrong', { count: 2 }), { exact: true }).waitFor();
      await expect(code()).toBeFocused();
      await type(sent);
      await approveBoth(PHONE);
      expect((await alice())?.userPhoneNumber).toBe(PHONE);
      expect((await oracle.effects())['ACTIVITY_TYPE_VERIFY_OTP_V2']).toBe(1);
      await reopenPopup();
      await page.getByRole('link', { name: textFor('app.place.user') }).waitFor();
      await expect(page.getByText(textFor('popup.home.unfinished'))).toHaveCount(0);
    },
  );

  test('error: after three wrong codes only a new one helps', trialUnless(false), async () => {
    await openAlice();
    await edit('userPhoneNumber').click();
    await page.getByRole('button', { name: sendAction, exact: true }).click();
    await inSheet(sendAction).click();
    await code().waitFor();
    const wrong = otherCode(await oracle.code(PHONE));
    for (const left of [2, 1, 0]) {
      await code().fill(wrong);
      await page.keyboard.press('Enter');
      await inSheet(textFor('contact.approve')).click();
      if (left > 0)
        await page.getByText(textFor('contact.wrong', { count: left }), { exact: true }).waitFor();
    }
    await page.getByText(textFor('contact.ended.locked'), { exact: true }).waitFor();
    await check('locked');
    await button(page, 'contact.resend').click();
    await inSheet(sendAction).click();
    await code().waitFor();
    await button(page, 'popup.form.startOver').click();
    await page.locator('[data-field="userPhoneNumber"] input').waitFor();
  });

  test('behavior: is removed by an action of that name', trialUnless(false), async () => {
    await openAlice();
    const { remove, removed } = operationWords.update_user_phone_number.fields.userPhoneNumber;
    await click(page.getByRole('button', { name: remove, exact: true }));
    await page.getByRole('dialog').getByText(PHONE).first().waitFor();
    await check('remove');
    await click(inSheet(remove));
    await page.getByText(removed, { exact: true }).waitFor();
    await expect(page.getByRole('button', { name: remove, exact: true })).toHaveCount(0);
    await expect.poll(async () => (await alice())?.userPhoneNumber ?? '').toBe('');
    expect(clicks).toBe(4);
  });

  test(
    'behavior: in its form the removal is a choice of that name',
    trialUnless(false),
    async () => {
      const row = operationRow('update_user_email');
      await openForm(page, row);
      await page.locator('[data-field="userId"]').getByRole('combobox').fill('Alice');
      await page.locator('[data-field="userId"]').getByRole('option').first().click();
      const { remove, removed } = operationWords.update_user_email.fields.userEmail;
      await page.getByRole('switch', { name: remove }).check();
      await check('form-remove');
      await button(page, 'popup.review.title').click();
      await page.getByRole('button', { name: row.action, exact: true }).click();
      await waitForState(page, 'completed');
      await page.getByText(removed).waitFor();
      expect((await alice())?.userEmail ?? '').toBe('');
    },
  );

  test(
    'error: an expired code is no longer asked for once its countdown ends',
    shownBy(
      'ui/procedures/contact/contact-change.test.ts',
      'ui/procedures/contact/contact-session.test.ts',
    ),
    async () => {
      await openAlice();
      await edit('userPhoneNumber').click();
      await page.locator('[data-field="userPhoneNumber"] input').fill(PHONE);
      await page.keyboard.press('Enter');
      await inSheet(sendAction).click();
      await code().waitFor();
      // From here on this clock is the one of every page.
      await page.clock.install();
      await page.clock.fastForward('04:30');
      await page
        .getByRole('timer')
        .filter({ hasText: /0:[0-3]\d/ })
        .waitFor();
      await code().waitFor();
      await page.clock.fastForward('00:31');
      await page.getByText(textFor('contact.ended.expired'), { exact: true }).waitFor();
      await expect(code()).toHaveCount(0);
      await check('expired');
      await button(page, 'popup.form.startOver').click();
      await page.locator('[data-field="userPhoneNumber"] input').waitFor();
    },
  );

  test('behavior: no errors on any console', () => {
    const own = keystamp.logs.filter(({ from }) => !from.startsWith(service.url));
    expect(own.filter(({ level }) => level === 'error' || level === 'uncaught')).toEqual([]);
  });
});
