import { expect } from 'playwright/test';
import { test } from './ground.ts';
import type { Page } from 'playwright';
import { ERRORS, type ErrorCode } from '../../src/protocol/errors.ts';
import type { SubmitRow } from '../../src/protocol/operation.ts';
import { submitRowOf } from '../../src/protocol/operations.ts';
import type { Seen } from './faults.ts';
import {
  answered,
  changeProfile,
  closePasskeyWindows,
  passkeyWindow,
  profileOf,
  startPasskeys,
  type PasskeyGround,
} from './passkeys.ts';
import { button, openPopup } from './person.ts';
import { demandPasskeyStamp } from './votes.ts';
import type { Scene } from './walkthrough.ts';

/*
 * One browser for all that is done with passkeys from the popup: starting one takes longer than most
 * of it.
 */

export let ground: PasskeyGround;
export let popup: Page;

/** A fresh popup in the place of the old one. */
export async function reopenPopup(): Promise<Page> {
  if (popup && !popup.isClosed()) await popup.close();
  popup = await openPopup(ground.keystamp);
  return popup;
}

export const scene = (): Scene => ({
  page: popup,
  service: ground.service,
  oracle: ground.oracle,
  shoot: () => Promise.resolve(),
});

function rename(): SubmitRow {
  const row = submitRowOf('update_wallet');
  if (!row) throw new Error('no update_wallet');
  return row;
}
/** What most of the tests have stamped. */
export const RENAME = rename();

/** One rename, seen from both ends from before its prompt on. */
export type Trial = {
  /** Of the ceremony, and of the entry that comes of it. */
  readonly id: string;
  readonly walletName: string;
  /** The passkey window. */
  readonly window: Page;
  /** What the proxy has seen of it. */
  readonly sends: () => readonly Seen[];
  /** Renames that the service carried out since. */
  readonly effects: () => Promise<number>;
  /** Nothing was sent, and it still waits for a passkey. */
  readonly demandWaiting: () => Promise<void>;
  /** Completed in the passkey window, carried out once, every send the same bytes and stamp. */
  readonly demandOnce: () => Promise<void>;
};

let renamed = 0;
const carriedOut = async () => (await ground.oracle.effects())[RENAME.versions[0].type] ?? 0;

/** A rename that waits in the passkey window; asked for as the popup does. */
export async function renameWaits(): Promise<Trial> {
  await closePasskeyWindows(ground);
  const { own, oracle, proxy } = ground;
  const id = crypto.randomUUID();
  renamed += 1;
  const walletName = `Renamed ${renamed}`;
  const { client, organizationId } = oracle;
  const { wallets } = await client.getWallets({ organizationId });
  const parameters = { walletId: wallets[0]?.walletId, walletName };
  const before = await carriedOut();
  const { id: profileId } = await profileOf(own);
  const wish = { id, kind: 'submit', profileId, operation: RENAME.name, parameters, show: true };
  await answered(own, 'ceremonies_begin', wish);
  const sends = () =>
    proxy.seen.filter(({ path, body }) => path.endsWith(RENAME.path) && body.includes(walletName));
  const effects = async () => (await carriedOut()) - before;
  const window = await passkeyWindow(ground);
  await button(window, 'passkey.use').waitFor();
  await window.bringToFront();
  return {
    id,
    walletName,
    window,
    sends,
    effects,
    demandWaiting: async () => {
      expect(sends()).toEqual([]);
      expect(await effects()).toBe(0);
      const list = await answered<readonly { id: string }[]>(own, 'ceremonies_list');
      expect(list.map((one) => one.id)).toContain(id);
    },
    demandOnce: async () => {
      await window.locator('[data-state="completed"]').waitFor();
      expect(await effects()).toBe(1);
      expect(new Set(sends().map(({ body, stamp }) => `${stamp} ${body}`)).size).toBe(1);
      const [sent] = sends();
      demandPasskeyStamp(ground, sent?.stamp ?? '', sent?.body ?? '');
    },
  };
}

/** Answers the prompt: presses, and leaves the rest to the authenticator. */
export const use = (page: Page) => button(page, 'passkey.use').click();
export const useAgain = (page: Page) => button(page, 'passkey.again').click();

/** Waits for the sentence of an error. */
export const told = (page: Page, code: ErrorCode) =>
  page.getByText(ERRORS[code].sentence, { exact: true }).first().waitFor();

test.beforeAll(async () => {
  ground = await startPasskeys();
  await changeProfile(ground.own, { authorization: { usual: 'passkey', passkeyOnly: [] } });
  popup = await openPopup(ground.keystamp);
});

test.afterAll(() => ground?.stop());
