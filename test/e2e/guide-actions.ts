import type { Page } from 'playwright';
import type { LocalChain } from '../../scripts/chain/anvil.ts';
import type { Keystamp } from './browser.ts';
import type { Sites } from './dapp.ts';
import { use, type Reader } from './guide-walk.ts';
import type { Oracle } from './oracle.ts';
import type { LocalService } from './service.ts';
import { openHome, openSetUp } from './pages.ts';
import { button, choosePassword, groupsOn, textFor, waitForState } from './user-actions.ts';

/*
 * What the pages of the guide leave to their reader, as far as several of them do: which record, which
 * name, which password.
 */

/** What is there to do them with. */
export type Stage = {
  readonly chain: LocalChain;
  readonly service: LocalService;
  readonly oracle: Oracle;
  readonly sites: Sites;
  /** It is set up, and the reader is in its tab. */
  readonly keystamp: Keystamp;
  readonly options: Page;
  /** Another browser: nothing in it is set up at first. */
  readonly other: Keystamp;
};

export type Act = (reader: Reader) => Promise<unknown>;

export const click =
  (name: string | RegExp, role: 'link' | 'button' = 'button'): Act =>
  ({ page }) =>
    page
      .locator('.pane-detail, dialog[open], main')
      .last()
      .getByRole(role, { name, exact: true })
      .first()
      .click();
/** From a place to one of its records. */
export const open =
  (place: string, name: RegExp): Act =>
  async (reader) => {
    await use(reader, place);
    await reader.page.getByRole('link', { name }).first().click();
  };
export const openAccount: Act = async (reader) => {
  await open('Wallets', /^Main wallet/)(reader);
  await click(/^Operating/, 'link')(reader);
};
export const pencil = (label: string): Act => click(`Edit: ${label}`);
export const goOn: Act = ({ page }) => button(page, 'app.continue').click();

/** A tab that opens by itself, which is closed again. */
export const inNewTab =
  (name: string): Act =>
  async (reader) => {
    await waitForState(reader.page, 'completed');
    const opened = reader.page.context().waitForEvent('page');
    await use(reader, name);
    const page = await opened;
    await page.waitForLoadState();
    await page.close();
  };

/** Back to where each page begins. */
export const backToStart =
  ({ options }: Stage): Act =>
  async (reader) => {
    reader.page = options;
    await openHome(options);
  };

/** The other browser's set-up at its choice of a service; its password is there after the first time. */
export async function setUpElsewhere({ other }: Stage): Promise<Page> {
  const page = await openSetUp(other);
  const service = page.getByRole('heading', { name: textFor('options.setup.service') });
  await service.or(button(page, 'options.setup.createVault')).first().waitFor();
  if (!(await service.isVisible())) await choosePassword(page);
  return page;
}

export const chooseLocal = async (page: Page, { service }: Stage): Promise<void> => {
  await page.getByRole('radio', { name: textFor('options.service.local') }).check();
  await page.getByLabel(textFor('options.service.baseUrl'), { exact: true }).fill(service.url);
};

/** What a person reads off another screen: a device code or public key, and the digits. */
export type NewKey = { readonly text: string; readonly digits: readonly string[] };

export async function readKey(page: Page): Promise<NewKey> {
  const digits = await groupsOn(page);
  return { text: await page.locator('.copy-text').innerText(), digits };
}
