import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'playwright/test';
import { test } from './ground.ts';
import type { Page } from 'playwright';
import { QUIET_KEY } from '../../src/permissions/quiet.ts';
import type { Decision, OpenedApproval, Queue } from '../../src/protocol/approval.ts';
import { PAGE_OPERATIONS } from '../../src/protocol/operations.ts';
import type { By } from '../../src/protocol/passkey.ts';
import { approveShown, armed, closeConfirm, confirmWindow } from './confirm.ts';
import { openDapp, startSites, type Answered, type Dapp, type Sites } from './dapp.ts';
import { call, writeArea } from './inside.ts';
import { answered, changeProfile, plugged, startPasskeys, type PasskeyGround } from './passkeys.ts';
import { openPopup, operation } from './person.ts';
import type { Scene } from './walkthrough.ts';

/*
 * One browser for all that is done with passkeys from a web page: a connected site, and a profile whose
 * rule wants the passkey for whatever a page may ask.
 */

// A request that nobody decides waits for ever.
test.describe.configure({ timeout: 60_000 });

export let ground: PasskeyGround;
let sites: Sites;
let popup: Page;
export let dapp: Dapp;

export const scene = (): Scene => ({
  page: popup,
  service: ground.service,
  oracle: ground.oracle,
  shoot: () => Promise.resolve(),
});

/** The confirm window, ready to approve, with the authenticator in it. */
export async function shownConfirm(): Promise<Page> {
  const page = await confirmWindow(ground.keystamp);
  await plugged(page, ground.device);
  await armed(page);
  await page.bringToFront();
  return page;
}

export function completed(answer: Answered): Readonly<Record<string, unknown>> {
  if (!answer.ok) throw new Error(`${answer.code}: ${answer.message}`);
  expect(answer.value).toMatchObject({ kind: 'completed' });
  return answer.value?.['result'] as Readonly<Record<string, unknown>>;
}

/** What has come in at a path of the service. */
export const sends = (path: string) => ground.proxy.seen.filter((one) => one.path.endsWith(path));

export const RENAME = operation('update_wallet');

let names = 0;
/** A rename that waits in the confirm window. */
export async function renameWaits() {
  // A person does not refuse that often in a minute; three in one would silence the page.
  await writeArea(ground.own, 'session', { [QUIET_KEY]: [] });
  names += 1;
  const walletName = `Renamed ${names}`;
  const { client, organizationId } = ground.oracle;
  const { wallets } = await client.getWallets({ organizationId });
  const walletId = wallets[0]?.walletId ?? '';
  const parameters = { walletId, walletName };
  const asked = dapp.ask('request', { operation: RENAME.name, parameters });
  for (let left = 250; (await waiting()).length === 0 && left > 0; left--) await sleep(20);
  const id = (await waiting())[0]?.id ?? '';
  const { digest, body } = await answered<OpenedApproval>(ground.own, 'approvals_open', { id });
  return { id, digest, body, asked, parameters };
}

export const waiting = async () => (await answered<Queue>(ground.own, 'approvals_list')).items;

export async function refuse(id: string): Promise<void> {
  const decision: Decision = { kind: 'refuse' };
  await call(ground.own, 'approvals_decide', { id, decision });
}

/** What a page of ours could say to have it stamped. */
export const decide = (id: string, digest: string, by: By) =>
  call(ground.own, 'approvals_decide', {
    id,
    decision: { kind: 'approve', digest, by, grant: null } satisfies Decision,
  });

test.beforeAll(async () => {
  [ground, sites] = await Promise.all([startPasskeys(), startSites()]);
  await changeProfile(ground.own, {
    passkeyHeader: 'X-Stamp-Webauthn',
    authorization: { usual: 'key', passkeyOnly: [...PAGE_OPERATIONS] },
  });
  popup = await openPopup(ground.keystamp);
  dapp = await openDapp(ground.keystamp, sites.one);
  const asked = dapp.ask('connect');
  await approveShown(await confirmWindow(ground.keystamp));
  expect(await asked).toMatchObject({ ok: true });
  await closeConfirm(ground.keystamp);
});

// What a failed test leaves waiting is not the next one's business.
test.afterEach(async () => {
  for (const { id } of await waiting()) await refuse(id);
  await closeConfirm(ground.keystamp);
});

test.afterAll(async () => {
  await ground?.stop();
  await sites?.stop();
});
