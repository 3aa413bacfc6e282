import { expect } from 'playwright/test';
import { test } from './environment.ts';
import type { Page } from 'playwright';
import type { ErrorCode } from '../../src/protocol/errors.ts';
import type { EntryView } from '../../src/protocol/outbox-entry.ts';
import type { SubmitRow } from '../../src/protocol/operation-row.ts';
import { submitRowOf } from '../../src/protocol/operations.ts';
import { errorWords } from '../../src/ui/words/en/errors.ts';
import { callWorker } from './extension-internals.ts';
import type { SeenRequest } from './fault-proxy.ts';
import { openPopup } from './pages.ts';
import {
  changeProfile,
  closePasskeyWindows,
  passkeyWindow,
  profileOf,
  startPasskeyEnvironment,
  waitForCompleted,
  type PasskeyEnvironment,
  ownRequestIds,
} from './passkey-environment.ts';
import { button } from './user-actions.ts';
import { demandPasskeyStamp } from './votes.ts';
import type { ScenarioContext } from './operation-scenarios.ts';

/*
 * One browser for all tests of passkeys from the popup: starting one takes longer than most of
 * them.
 */

export let environment: PasskeyEnvironment;
export let popup: Page;

/** Replaces the popup with a new one. */
export async function reopenPopup(): Promise<Page> {
  if (popup && !popup.isClosed()) await popup.close();
  popup = await openPopup(environment.keystamp);
  return popup;
}

export const scenarioContext = (): ScenarioContext => ({
  page: popup,
  service: environment.service,
  oracle: environment.oracle,
  shoot: () => Promise.resolve(),
});

function rename(): SubmitRow {
  const row = submitRowOf('update_wallet');
  if (!row) throw new Error('no update_wallet');
  return row;
}
/** The operation that most of the tests stamp. */
export const RENAME = rename();

/** One rename, seen from both ends since before its prompt. */
export type Trial = {
  /** The id of the request, and of its outbox entry. */
  readonly id: string;
  readonly walletName: string;
  /** The passkey window. */
  readonly window: Page;
  /** Its requests that the proxy has seen. */
  readonly sends: () => readonly SeenRequest[];
  /** Renames that the service has carried out since. */
  readonly effects: () => Promise<number>;
  /** Nothing was sent, and it is still pending. */
  readonly demandWaiting: () => Promise<void>;
  /** Completed in the passkey window and in the outbox, carried out once, every send the same bytes and stamp. */
  readonly demandOnce: () => Promise<void>;
};

let renamed = 0;
const countRenames = async () => (await environment.oracle.effects())[RENAME.versions[0].type] ?? 0;

/** A rename that is pending in the passkey window, requested like the popup does. */
export async function startRename(): Promise<Trial> {
  await closePasskeyWindows(environment);
  const { own, oracle, proxy } = environment;
  const id = crypto.randomUUID();
  renamed += 1;
  const walletName = `Renamed ${renamed}`;
  const { client, organizationId } = oracle;
  const { wallets } = await client.getWallets({ organizationId });
  const parameters = { walletId: wallets[0]?.walletId, walletName };
  const before = await countRenames();
  const { id: profileId } = await profileOf(own);
  const request = { id, profileId, operation: RENAME.name, parameters };
  await callWorker(own, 'requests_begin', { ...request, method: 'passkey', show: true });
  const sends = () =>
    proxy.seen.filter(({ path, body }) => path.endsWith(RENAME.path) && body.includes(walletName));
  const effects = async () => (await countRenames()) - before;
  const window = await passkeyWindow(environment);
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
      expect(await ownRequestIds(own)).toContain(id);
    },
    demandOnce: async () => {
      await waitForCompleted(window);
      const { state } = await callWorker<EntryView>(own, 'activities_get', { id });
      expect(state).toBe('completed');
      expect(await effects()).toBe(1);
      expect(new Set(sends().map(({ body, stamp }) => `${stamp} ${body}`)).size).toBe(1);
      const [sent] = sends();
      demandPasskeyStamp(environment, sent?.stamp ?? '', sent?.body ?? '');
    },
  };
}

/** Presses the button of the prompt; the authenticator does the rest. */
export const pressUse = (page: Page) => button(page, 'passkey.use').click();
export const pressTryAgain = (page: Page) => button(page, 'app.retry').click();

/** Waits for an error's sentence. */
export const waitForError = (page: Page, code: ErrorCode) =>
  page.getByText(errorWords[code], { exact: true }).first().waitFor();

test.beforeAll(async () => {
  environment = await startPasskeyEnvironment();
  await changeProfile(environment.own, { authorization: { usual: 'passkey', passkeyOnly: [] } });
  popup = await openPopup(environment.keystamp);
});

test.afterAll(() => environment?.stop());
