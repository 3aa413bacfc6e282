import { encryptPrivateKeyToBundle } from '@turnkey/crypto';
import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { checkShown } from './appearance.ts';
import { test } from './environment.ts';
import { answering } from './bad-answers.ts';
import type { Keystamp } from './browser.ts';
import { approveShown, closeConfirm, confirmWindow } from './confirm-window.ts';
import { openDapp, type Dapp, type Sites } from './dapp.ts';
import type { FaultProxy } from './fault-proxy.ts';
import type { Oracle } from './oracle.ts';
import { openPopup } from './pages.ts';
import { runOperation, textFor } from './user-actions.ts';
import type { LocalService } from './service.ts';
import { newestActivity, findUser, type ScenarioContext } from './operation-scenarios.ts';
import { trialUnless } from '../trial-tag.ts';

/*
 * A page submits a bundle that it encrypted itself. Afterwards the confirm window says what can be
 * said about the answer, and no more.
 */

test.describe.configure({ timeout: 60_000 });

const TIMEOUT = { timeout: 15_000 };

let service: LocalService;
let proxy: FaultProxy;
let sites: Sites;
let keystamp: Keystamp;
let oracle: Oracle;
let popup: Page;
let dapp: Dapp;

test.beforeAll(async ({ environments }) => {
  const { options, ...environment } = await environments.start({ through: 'proxy' });
  ({ service, proxy, sites, keystamp, oracle } = environment);
  await options.close();
  popup = await openPopup(keystamp);
  dapp = await openDapp(keystamp, sites.one);
  const asked = dapp.ask('connect');
  await approveShown(await confirmWindow(keystamp));
  expect(await asked).toMatchObject({ ok: true });
  await closeConfirm(keystamp);
});

test.afterEach(() => closeConfirm(keystamp));

/** Requests the import of a fresh key like a page, and approves it. */
async function importByPage(addressFormats: readonly string[]): Promise<Page> {
  const context: ScenarioContext = { page: popup, service, oracle, shoot: () => Promise.resolve() };
  await runOperation(popup, 'init_import_private_key', {});
  const { intent, result, organizationId } = await newestActivity(
    context,
    'ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY',
  );
  const encryptedBundle = await encryptPrivateKeyToBundle({
    privateKey: `01${randomBytes(31).toString('hex')}`,
    keyFormat: 'HEXADECIMAL',
    importBundle: result.initImportPrivateKeyResult?.importBundle ?? '',
    userId: intent.initImportPrivateKeyIntent?.userId ?? '',
    organizationId,
    dangerouslyOverrideSignerPublicKey: service.enclaveQuorumPublic,
  });
  const parameters = {
    userId: (await findUser(context, /^Keystamp$/))?.userId ?? '',
    privateKeyName: 'From a page',
    curve: 'CURVE_SECP256K1',
    addressFormats,
    encryptedBundle,
  };
  const asked = dapp.ask('request', { operation: 'import_private_key', parameters });
  const page = await confirmWindow(keystamp);
  await page.getByText(textFor('confirm.sealedText'), { exact: true }).waitFor(TIMEOUT);
  await approveShown(page, 'high');
  expect(await asked).toMatchObject({ ok: true });
  return page;
}

const checkScreen = (page: Page, name: string) => checkShown(page, `confirm-cross-${name}`);

const ETHEREUM = 'ADDRESS_FORMAT_ETHEREUM';
const COMPRESSED = 'ADDRESS_FORMAT_COMPRESSED';

test.describe('a key that a page imported', () => {
  test('behavior: addresses with their public key are consistent, and stay on screen', async () => {
    const page = await importByPage([ETHEREUM, COMPRESSED]);
    await page.locator('[data-cross="consistent"]').waitFor(TIMEOUT);
    await page.locator('[data-state="completed"]').waitFor(TIMEOUT);
    await checkScreen(page, 'consistent');
    // Longer than a good outcome stays on screen if there is nothing to read.
    await page.waitForTimeout(2500);
    expect(page.isClosed()).toBe(false);
  });

  const cannotCheck = 'behavior: an address alone can’t be checked, and nothing more is said';
  test(cannotCheck, trialUnless(false), async () => {
    const page = await importByPage([ETHEREUM]);
    await page.locator('[data-cross="cannot_check"]').waitFor(TIMEOUT);
    await checkScreen(page, 'cannot-check');
  });

  test('error: addresses of two keys are detected and recorded', async () => {
    const lie = answering((activity) => {
      const result = activity['result'] as { importPrivateKeyResult: { addresses: object[] } };
      const [, ...others] = result.importPrivateKeyResult.addresses;
      const address = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf';
      const addresses = [{ format: ETHEREUM, address }, ...others];
      return {
        result: { importPrivateKeyResult: { ...result.importPrivateKeyResult, addresses } },
      };
    });
    proxy.next('/submit/import_private_key', lie);
    const page = await importByPage([ETHEREUM, COMPRESSED]);
    await page.locator('[data-cross="mismatch"]').waitFor(TIMEOUT);
    await page.locator('[data-state="mismatch"]').waitFor(TIMEOUT);
    await checkScreen(page, 'mismatch');
  });
});
