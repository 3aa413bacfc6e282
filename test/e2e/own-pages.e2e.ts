import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { ROWS } from '../../src/protocol/operations.ts';
import type { Keystamp } from './browser.ts';
import { test } from './environment.ts';
import { call } from './extension-internals.ts';
import { openFile, openKeys, openOperation, openPopup, openSecurity, OWN_FILES } from './pages.ts';
import { button, choosePassword, operationRow, textFor } from './user-actions.ts';
import { trialUnless } from '../trial-tag.ts';

/*
 * What Keystamp's own pages guarantee (docs/threats.md, 21 and 25): the browser neither completes
 * nor remembers their inputs, and their policy lets no foreign code run.
 */

const TIMEOUT = { timeout: 15_000 };

let keystamp: Keystamp;

test.beforeAll(async ({ environments }) => {
  const { options, ...environment } = await environments.start();
  ({ keystamp } = environment);
  keystamp.context.setDefaultTimeout(TIMEOUT.timeout);
  await options.close();
});

/** A loopback address, so that only the policy is in the way. */
const FOREIGN = 'http://127.0.0.1:9/';
/** The directives that refuse what the test below adds to a page, in their alphabet's order. */
const REFUSED = [
  'connect-src',
  'frame-src',
  'img-src',
  'require-trusted-types-for',
  'script-src-elem',
  'style-src-elem',
  'thrown',
];

type Input = { readonly type: string; readonly autocomplete: string; readonly spellcheck: string };
/** Kinds whose value is chosen, not typed. */
const CHOSEN = ['radio', 'checkbox', 'file'];

const inputsOf = (page: Page): Promise<readonly Input[]> =>
  page.locator('input, textarea').evaluateAll((all) =>
    all.map((one) => ({
      type: one.getAttribute('type') ?? one.tagName.toLowerCase(),
      autocomplete: one.getAttribute('autocomplete') ?? '',
      spellcheck: one.getAttribute('spellcheck') ?? '',
    })),
  );

/**
 * Checks the rules for every typed input; returns how many there are, and how many are for secrets.
 */
async function expectKept(page: Page, where: string): Promise<{ typed: number; secret: number }> {
  const typed = (await inputsOf(page)).filter(({ type }) => !CHOSEN.includes(type));
  expect([where, typed.filter((one) => one.autocomplete !== 'off')]).toEqual([where, []]);
  expect([where, typed.filter((one) => one.spellcheck !== 'false')]).toEqual([where, []]);
  const secret = typed.filter(({ type }) => type === 'password').length;
  return { typed: typed.length, secret };
}

test.describe('what is typed', () => {
  test(
    'behavior: no input of any form is completed, remembered or spell-checked',
    trialUnless(false),
    async () => {
      const popup = await openPopup(keystamp);
      let inputs = 0;
      for (const { name } of ROWS.filter(({ formless }) => !formless)) {
        const { title } = operationRow(name);
        await openOperation(popup, name);
        await popup.getByRole('heading', { name: title }).first().waitFor();
        await popup.locator('.screen-action').getByRole('button').waitFor();
        inputs += (await expectKept(popup, name)).typed;
      }
      expect(inputs).toBeGreaterThan(40);
      await popup.close();
    },
  );

  test('behavior: passwords and keys go into password inputs on every screen', async () => {
    const page = await openSecurity(keystamp);
    await page.getByLabel(textFor('options.password.old'), { exact: true }).waitFor();
    expect(await expectKept(page, 'security')).toMatchObject({ secret: 3 });
    await openKeys(page);
    await button(page, 'options.key.bring').click();
    await page.getByLabel(textFor('options.key.text'), { exact: true }).waitFor();
    expect(await expectKept(page, 'bring a key')).toMatchObject({ secret: 1 });
    await call(page, 'vault_lock', {});
    await page.getByLabel(textFor('app.unlock.password'), { exact: true }).waitFor();
    expect(await expectKept(page, 'lock screen')).toMatchObject({ secret: 1 });
    await call(page, 'vault_wipe', { confirm: 'wipe everything' });
    await page.reload();
    await page.getByLabel(textFor('app.unlock.password'), { exact: true }).waitFor();
    expect(await expectKept(page, 'set-up')).toMatchObject({ secret: 2 });
    await choosePassword(page);
    expect(await expectKept(page, 'service')).toMatchObject({ secret: 0 });
    await page.close();
  });
});

test.describe('the pages’ own policy', () => {
  for (const file of OWN_FILES) {
    test(`behavior: ${file} runs no foreign or inline code`, async () => {
      const page = await openFile(keystamp, file);
      const blocked = await page.evaluate(
        async ({ url, most }) => {
          const violated: string[] = [];
          document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
            violated.push(effectiveDirective),
          );
          const attempt = (act: () => void) => {
            try {
              act();
            } catch {
              violated.push('thrown');
            }
          };
          // Texts and addresses that would become scripts or markup are refused where they are set.
          const script = () => document.body.appendChild(document.createElement('script'));
          attempt(() => (script().textContent = 'globalThis.ran = 1'));
          attempt(() => (script().src = url));
          attempt(() => (document.body.innerHTML += '<img src="x">'));
          const picture = () => document.body.appendChild(document.createElement('img'));
          attempt(() => picture().setAttribute('onerror', 'globalThis.ran = 2'));
          const link = document.body.appendChild(document.createElement('a'));
          link.href = 'javascript:globalThis.ran = 3';
          link.click();
          document.body.appendChild(document.createElement('style')).textContent =
            'body { color: red }';
          document.body.appendChild(document.createElement('iframe')).src = url;
          picture().src = url;
          await import(url).catch(() => undefined);
          const fetched = await fetch('http://192.0.2.1/').then(
            () => 'sent',
            () => 'refused',
          );
          // Each is reported when it is refused, not when it is added.
          for (let left = 50; new Set(violated).size < most && left > 0; left--) {
            await new Promise((done) => setTimeout(done, 100));
          }
          // In its own task: the policy doesn't apply to what a debugger evaluates.
          const evaluated = await new Promise((done) => {
            setTimeout(() => {
              try {
                done((Reflect.construct(Function, ['return 1']) as () => unknown)());
              } catch {
                done('refused');
              }
            }, 300);
          });
          return {
            ran: Reflect.get(globalThis, 'ran') as unknown,
            fetched,
            evaluated,
            violated: [...new Set(violated)].toSorted(),
          };
        },
        { url: FOREIGN, most: REFUSED.length },
      );
      expect(blocked).toEqual({
        ran: undefined,
        fetched: 'refused',
        evaluated: 'refused',
        violated: REFUSED,
      });
      await page.close();
    });
  }
});
