import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { toHex } from '../../src/crypto/bytes.ts';

import { newTab, type Keystamp } from './browser.ts';
import { test } from './environment.ts';
import { callWorker } from './extension-internals.ts';
import { openExport, openKeyImport, openList, openSetUp } from './pages.ts';
import { shownBy, trialUnless } from '../trial-tag.ts';
import { fillImport, readVerdict } from './import-actions.ts';
import {
  addPasskey,
  checkAppearance,
  openProfileNamed,
  profileOf,
  promptDialog,
  showRegistered,
  stampNow,
} from './passkey-options-actions.ts';
import type { Oracle } from './oracle.ts';
import { makePasskey, registerAt } from './passkey-environment.ts';
import { button, PASSWORD, textFor, unlock } from './user-actions.ts';
import { reauthenticate } from './reauthentication.ts';
import type { LocalService } from './service.ts';
import { unmarked } from './wording.ts';
import {
  addAuthenticator,
  watchForgotten,
  type VirtualAuthenticator,
} from './virtual-authenticator.ts';

/*
 * A profile's passkeys on the options page: created, registered, restricted by rules, removed,
 * protected, and without an API key. Each state as a picture in .output/screenshots/passkey.
 */

const TIMEOUT = { timeout: 30_000 };
const SECOND = 'Security key';
const FIRST = 'Laptop';

// Each test continues where the previous one ended.
test.describe.configure({ mode: 'serial' });

let service: LocalService;
let oracle: Oracle;
let keystamp: Keystamp;
let page: Page;
let device: VirtualAuthenticator;
let userId: string;

test.beforeAll(async ({ environments }) => {
  ({ service, oracle, keystamp, options: page } = await environments.start());
  page.setDefaultTimeout(TIMEOUT.timeout);
  device = await addAuthenticator(page);
  userId = (await profileOf(page)).known?.userId ?? '';
});

// Each change to a profile's passkeys and rules takes the password again.
test.beforeEach(() => reauthenticate(page));

/** What the service has registered for the profile's user, as the oracle reads it. */
async function registered(): Promise<readonly string[]> {
  const { organizationId } = oracle;
  const answer = await oracle.client.getAuthenticators({ organizationId, userId });
  return answer.authenticators.map((one) => one.authenticatorName);
}

const used = async () =>
  (await profileOf(page)).passkeys?.credentials.map(({ name }) => name) ?? null;

test.describe('a profile with an API key', () => {
  test('behavior: a passkey is created, registered and used', async () => {
    await openProfileNamed(page);
    await checkAppearance(page, '1-none');
    await button(page, 'authorization.passkey.add').click();
    await checkAppearance(page, '2-add');
    await button(page, 'app.cancel').click();
    await addPasskey(page, FIRST);
    expect(await registered()).toEqual([FIRST]);
    const { passkeys } = await profileOf(page);
    const [held] = await device.credentials();
    expect(passkeys).toEqual({
      rpId: null,
      credentials: [
        {
          id: Buffer.from(held?.credentialId ?? '', 'base64').toString('base64url'),
          name: FIRST,
          transports: ['internal'],
        },
      ],
    });
    await checkAppearance(page, '3-one');
  });

  test('error: the same authenticator creates no second one', async () => {
    await button(page, 'authorization.passkey.add').click();
    await button(page, 'authorization.passkey.make').click();
    await page.locator('[data-error="passkey_exists"]').waitFor();
    await checkAppearance(page, 'add-exists');
    await button(page, 'app.cancel').click();
    expect(await registered()).toEqual([FIRST]);
  });

  test('behavior: another authenticator gives a second one; both are recognized in the service’s list', async () => {
    const first = await device.credentials();
    await device.unplug();
    device = await addAuthenticator(page);
    await addPasskey(page, SECOND);
    for (const credential of first) await device.add(credential);
    expect(await used()).toEqual([FIRST, SECOND]);
    await showRegistered(page);
    await expect(
      page.getByText(textFor('authorization.registered.used'), { exact: true }),
    ).toHaveCount(2);
    await checkAppearance(page, '4-two');
  });

  test('behavior: one is removed from the profile, and added again from the service’s list', async () => {
    const forgotten = await watchForgotten(page);
    const stop = button(page, 'authorization.passkey.stop');
    await stop.last().click();
    await expect.poll(used).toEqual([FIRST]);
    // The service still has it.
    expect(await forgotten()).toEqual([]);
    await button(page, 'authorization.registered.use').click();
    await expect.poll(used).toEqual([FIRST, SECOND]);
  });

  test('behavior: rules are chosen one by one or with one click, and stored', async () => {
    await button(page, 'authorization.rules.preset').click();
    await page.locator('input[type="radio"][value="passkey"]').check();
    await checkAppearance(page, '5-rules');
    await button(page, 'authorization.rules.save').click();
    await page.getByText(textFor('authorization.rules.saved')).waitFor();
    const { authorization } = await profileOf(page);
    expect(authorization.usual).toBe('passkey');
    expect(authorization.passkeyOnly.toSorted()).toEqual([
      'create_api_keys',
      'create_policies',
      'create_policy',
      'create_users',
      'delete_policies',
      'delete_policy',
      'delete_users',
      'export_private_key',
      'export_wallet',
      'export_wallet_account',
      'import_private_key',
      'import_wallet',
      'update_policy',
      'update_root_quorum',
      'update_user_email',
      'update_user_phone_number',
    ]);
    await page.locator('input[type="radio"][value="key"]').check();
    await button(page, 'authorization.rules.save').click();
    await expect.poll(async () => (await profileOf(page)).authorization.usual).toBe('key');
  });
});

test.describe('an import that needs the passkey', () => {
  const importing = { curve: 'CURVE_SECP256K1', name: 'Guarded' } as const;

  test('behavior: one click, one prompt, and the passkey’s vote at the service', async () => {
    await openKeyImport(page);
    await fillImport(page, { ...importing, text: toHex(randomBytes(32)) });
    await button(page, 'import.review.import').click();
    await promptDialog(page, 'ready').waitFor();
    await checkAppearance(page, '6-import');
    await page.locator('.technical > summary').click();
    await page.getByText(textFor('confirm.bytes'), { exact: true }).click();
    await checkAppearance(page, '6-import-exact');
    await stampNow(page);
    expect(await readVerdict(page)).toBe('proved');
    const { organizationId } = oracle;
    const { activities } = await oracle.client.getActivities({ organizationId });
    const votes = (type: string) => activities.find((one) => one.type === type)?.votes;
    expect(votes('ACTIVITY_TYPE_IMPORT_PRIVATE_KEY')?.map(({ scheme }) => scheme)).toEqual([
      'SIGNATURE_SCHEME_TK_WEBAUTHN',
    ]);
    expect(votes('ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY')?.map(({ scheme }) => scheme)).toEqual([
      'SIGNATURE_SCHEME_TK_API_P256',
    ]);
  });

  test(
    'error: leaving the prompt imports nothing, and the encrypted key waits for another try',
    shownBy('ui/procedures/import/import-by-passkey.test.ts'),
    async () => {
      await button(page, 'import.verdict.another').click();
      const before = await oracle.effects();
      await fillImport(page, { ...importing, name: 'Left', text: toHex(randomBytes(32)) });
      await button(page, 'import.review.import').click();
      await promptDialog(page, 'ready').waitFor();
      await button(page.getByRole('dialog'), 'app.cancel').click();
      await page.locator('[data-run="stopped"]').waitFor();
      await page.getByText(textFor('import.run.unstamped')).waitFor();
      await checkAppearance(page, '6-import-left');
      const after = await oracle.effects();
      const type = 'ACTIVITY_TYPE_IMPORT_PRIVATE_KEY';
      expect(after[type]).toBe(before[type]);
      await button(page, 'app.retry').click();
      await stampNow(page);
      expect(await readVerdict(page)).toBe('proved');
    },
  );
});

test.describe('removal at the service', () => {
  test('behavior: a passkey is removed from the service and from the profile', async () => {
    await openProfileNamed(page);
    await showRegistered(page);
    const remove = (name: string) =>
      page.getByRole('button', { name: textFor('authorization.registered.remove', { name }) });
    const { passkeys } = await profileOf(page);
    const credentialId = passkeys?.credentials.find(({ name }) => name === SECOND)?.id;
    const forgotten = await watchForgotten(page);
    await remove(SECOND).click();
    await checkAppearance(page, '7-remove');
    await button(page, 'authorization.passkey.removeDo').click();
    await page.getByText(textFor('authorization.passkey.removed', { name: SECOND })).waitFor();
    expect(await registered()).toEqual([FIRST]);
    expect(await used()).toEqual([FIRST]);
    await expect(remove(SECOND)).toHaveCount(0);
    const rpId = new URL(page.url()).host;
    await expect.poll(forgotten).toEqual([{ rpId, credentialId, accepted: true }]);
  });
});

test.describe('a passkey-only profile', () => {
  const noKey = () => page.getByLabel(textFor('options.profile.key'), { exact: true });

  test('behavior: it works without its API key', async () => {
    await noKey().selectOption(textFor('options.profile.noKey'));
    await button(page, 'options.profile.save').click();
    await expect.poll(async () => (await profileOf(page)).keyId).toBeNull();
    await page.getByText(textFor('authorization.rules.noKey')).waitFor();
    await checkAppearance(page, '8-alone');
  });

  test('behavior: it reads after one prompt, and never prompts by itself', async () => {
    await button(page, 'options.profile.test').click();
    const again = button(page, 'popup.readSession.title');
    await again.waitFor();
    expect(await promptDialog(page, 'ready').count()).toBe(0);
    await checkAppearance(page, '9-look');
    await again.click();
    await promptDialog(page, 'ready').waitFor();
    await checkAppearance(page, '9-look-question');
    await stampNow(page);
    await page.getByText(textFor('options.proof.good'), { exact: true }).waitFor();
    await showRegistered(page);
    await page.getByText(textFor('authorization.registered.used'), { exact: true }).waitFor();
  });

  test('error: Keystamp keeps its last passkey', async () => {
    await button(page, 'authorization.passkey.stop').click();
    await page.getByText(textFor('authorization.passkey.lastWay')).waitFor();
    await checkAppearance(page, '10-last-way');
    expect(await used()).toEqual([FIRST]);
  });

  test('error: the service keeps a user’s last credential, and says so', async () => {
    const { organizationId } = oracle;
    const { apiKeys } = await oracle.client.getApiKeys({ organizationId, userId });
    await oracle.client.deleteApiKeys({
      type: 'ACTIVITY_TYPE_DELETE_API_KEYS',
      timestampMs: String(Date.now()),
      organizationId,
      parameters: { userId, apiKeyIds: apiKeys.map(({ apiKeyId }) => apiKeyId) },
    });
    await page
      .getByRole('button', { name: textFor('authorization.registered.remove', { name: FIRST }) })
      .click();
    await page.getByText(textFor('authorization.passkey.removeLast')).waitFor();
    await checkAppearance(page, '11-last');
    await button(page, 'authorization.passkey.removeDo').click();
    await stampNow(page);
    await page.getByRole('dialog').getByText(/last/i).last().waitFor();
    await page.getByRole('alert').last().waitFor();
    await checkAppearance(page, '11-last-refused');
    expect(await registered()).toEqual([FIRST]);
    expect(await used()).toEqual([FIRST]);
    await button(page, 'app.close').last().click();
  });

  test(
    'behavior: after a lock it needs a new read session, for lists too',
    shownBy('e2e/passkey-reads.ts'),
    async () => {
      await callWorker(page, 'vault_lock');
      await unlock(page, PASSWORD);
      const { organizationId } = oracle;
      const { privateKeys } = await oracle.client.getPrivateKeys({ organizationId });
      const guarded = privateKeys.find(({ privateKeyName }) => privateKeyName === 'Guarded');
      await openExport(page, `privateKey/${guarded?.privateKeyId ?? ''}`);
      await button(page, 'popup.readSession.title').click();
      await stampNow(page);
      await page.getByText('Guarded').first().waitFor();
      await openList(page, 'privateKey');
      await page.getByText('Guarded', { exact: true }).waitFor();
    },
  );

  test(
    'behavior: both steps of an import prompt, each after its own click',
    shownBy('ui/procedures/import/import-by-passkey.test.ts'),
    async () => {
      await openKeyImport(page);
      await fillImport(page, {
        curve: 'CURVE_ED25519',
        name: 'By passkey alone',
        text: toHex(randomBytes(32)),
      });
      await button(page, 'import.review.import').click();
      const why = page.getByText(textFor('import.run.whyBegin'));
      await why.waitFor();
      await stampNow(page);
      await why.waitFor({ state: 'detached' });
      await page.getByText(textFor('import.run.whySend', { name: 'By passkey alone' })).waitFor();
      await stampNow(page);
      expect(await readVerdict(page)).toBe('proved');
    },
  );

  test(
    'behavior: another passkey is registered using the existing one',
    shownBy('ui/procedures/passkey/add-passkey-flow.test.ts'),
    async () => {
      await openProfileNamed(page);
      const before = await device.credentials();
      await device.unplug();
      device = await addAuthenticator(page);
      await button(page, 'authorization.passkey.add').click();
      await page.getByLabel(textFor('authorization.passkey.name'), { exact: true }).fill('Phone');
      await button(page, 'authorization.passkey.make').click();
      await promptDialog(page, 'ready').waitFor();
      for (const credential of before) await device.add(credential);
      await checkAppearance(page, '12-add-by-passkey');
      await stampNow(page);
      await page.getByText(textFor('authorization.passkey.added', { name: 'Phone' })).waitFor();
      expect(await used()).toEqual([FIRST, 'Phone']);
    },
  );
});

test.describe('passkeys of a domain', () => {
  test(
    'error: anything but a domain is refused, with what’s wrong',
    shownBy('ui/procedures/passkey/domain.test.ts'),
    async () => {
      await button(page, 'popup.form.change').click();
      const name = page.getByLabel(textFor('authorization.domain.name'), { exact: true });
      for (const [text, key] of [
        ['', 'empty'],
        ['example.com/login', 'malformed'],
        ['127.0.0.1', 'address'],
      ] as const) {
        await name.fill(text);
        await button(page, 'authorization.domain.save').click();
        await page.getByText(textFor(`authorization.domain.${key}`)).waitFor();
      }
      await checkAppearance(page, '13-domain-refused');
    },
  );

  test(
    'behavior: passkeys of another domain are named before they are dropped',
    shownBy('ui/procedures/passkey/domain.test.ts'),
    async () => {
      await page
        .getByLabel(textFor('authorization.domain.name'), { exact: true })
        .fill('localhost');
      await page.getByText(textFor('authorization.domain.drops', { count: 2 })).waitFor();
      await checkAppearance(page, '13-domain');
      await button(page, 'app.cancel').click();
      expect((await profileOf(page)).passkeys?.rpId).toBeNull();
    },
  );
});

test.describe('a browser that lets no extension claim a domain', () => {
  test('error: says which version can, and offers Keystamp’s own passkeys', async () => {
    const other = await newTab(keystamp.context);
    await other.addInitScript(() => {
      const brands = [{ brand: 'Chromium', version: '121' }];
      Object.defineProperty(navigator, 'userAgentData', { value: { brands } });
    });
    await other.goto(page.url());
    await button(other, 'popup.form.change').click();
    const old = { browser: 'Chrome 121', chrome: 122, firefox: 150 };
    await other.getByText(textFor('authorization.domain.old', old)).waitFor();
    await expect(other.locator('input[type="radio"][value="domain"]')).toBeDisabled();
    await expect(other.locator('input[type="radio"][value="own"]')).toBeChecked();
    await checkAppearance(other, '13-domain-old');
    await other.close();
    await page.bringToFront();
  });
});

test.describe('set-up with a passkey that the organization knows', () => {
  const NAME = 'By a known passkey';

  test('behavior: domain, permission, one prompt, and the service says who it is', async () => {
    // An authenticator with room: a virtual one keeps only three passkeys that can be found without
    // an id.
    await device.unplug();
    device = await addAuthenticator(page);
    const made = await makePasskey(page, 'localhost');
    await registerAt(oracle, userId, [made]);
    await openSetUp(page);
    await page.getByRole('radio', { name: textFor('options.service.custom') }).check();
    await page.getByLabel(textFor('options.service.baseUrl'), { exact: true }).fill(service.url);
    const organization = page.getByLabel(textFor('options.service.organization'), { exact: true });
    await organization.fill(service.organizationId);
    await page.getByLabel(textFor('options.profile.name'), { exact: true }).fill(NAME);
    await button(page, 'app.continue').click();
    await page.getByRole('radio', { name: textFor('options.key.origin.passkey') }).check();
    await page.getByLabel(textFor('authorization.domain.name'), { exact: true }).fill('localhost');
    await checkAppearance(page, '14-setup');
    await button(page, 'options.setup.passkeyDo').click();
    await button(page, 'authorization.read.first').waitFor();
    await checkAppearance(page, '14-setup-proof');
    await button(page, 'authorization.read.first').click();
    await stampNow(page);
    await page.getByText(textFor('options.proof.goodPasskey')).waitFor();
    await checkAppearance(page, '14-setup-proved');
    expect(await profileOf(page, NAME)).toMatchObject({
      keyId: null,
      passkeys: { rpId: 'localhost', credentials: [] },
      authorization: { usual: 'passkey' },
      known: { userId },
    });
    await button(page, 'options.proof.finish').click();
  });

  test('behavior: it lists any passkey of the domain', async () => {
    await openProfileNamed(page, NAME);
    await page
      .getByText(textFor('popup.method.anyOf', { domain: 'localhost' }), { exact: true })
      .first()
      .waitFor();
    await checkAppearance(page, '15-any');
  });
});

test.describe('the page', () => {
  /** Texts that aren't our words: names of things, addresses, ids. */
  const DATA =
    /^[\d\s.,:·/()…-]*$|^Keystamp$|^Local service$|^By a known passkey$|^Demo organization\b|^localhost$|^X-Stamp|^http:|^[0-9a-f-]{36}$/;

  test('behavior: every text of it comes from the catalog', trialUnless(false), async () => {
    const { settings } = await callWorker<{ settings: object }>(page, 'state');
    await callWorker(page, 'settings_save', { ...settings, locale: 'en-XA' });
    try {
      await page.reload();
      await page.locator('.card').nth(4).waitFor();
      expect(await unmarked(page, DATA)).toEqual([]);
      await checkAppearance(page, '16-pseudo');
    } finally {
      await callWorker(page, 'settings_save', settings);
      await page.reload();
    }
  });

  test('behavior: nothing was logged and nothing was thrown', () => {
    const bad = keystamp.logs.filter(({ level }) => ['warning', 'uncaught'].includes(level));
    expect(bad).toEqual([]);
  });
});
