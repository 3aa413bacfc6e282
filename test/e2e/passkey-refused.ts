import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { expect } from 'playwright/test';
import { test } from './environment.ts';
import { newTab } from './browser.ts';
import type { EntryView } from '../../src/protocol/outbox-entry.ts';
import type { ProfilePasskeys } from '../../src/protocol/passkey.ts';
import { startSites, type Sites } from './dapp.ts';
import { callWorker } from './extension-internals.ts';
import { oracleAt } from './oracle.ts';
import { environment, startRename, pressUse } from './passkey-popup-environment.ts';
import {
  changeProfile,
  checkAppearance,
  makePasskey,
  authenticatorIn,
  registerAt,
  signDigest,
  waitForCompleted,
  type CreatedPasskey,
} from './passkey-environment.ts';
import { hostService } from './hosted-service.ts';
import { trialUnless } from '../trial-tag.ts';
import { demandPasskeyVote } from './votes.ts';
import type { StoredCredential, VirtualAuthenticator } from './virtual-authenticator.ts';

/*
 * Stamps that only the service can refuse, because only it knows keys, counts and owners of
 * credentials: each in its own words, and nothing carried out.
 */

let sites: Sites;
/** A passkey of `localhost`, created by a page there, that the service knows. */
let local: CreatedPasskey;

const ownRpId = () => `chrome-extension://${environment.keystamp.extensionId}`;
const base64 = (text: string) => Buffer.from(text, 'base64url').toString('base64');
const credentialsOf = ({ credentialId: id }: { readonly credentialId: string }) => [
  { id, name: 'Laptop', transports: ['internal' as const] },
];

function held({ credentialId }: { readonly credentialId: string }): StoredCredential {
  const found = environment.device
    .credentials()
    .find((one) => one.credentialId === base64(credentialId));
  if (!found) throw new Error('the authenticator does not hold it');
  return found;
}

/** Leaves one credential in an authenticator. */
async function only(authenticator: VirtualAuthenticator, credential: StoredCredential) {
  for (const { credentialId } of await authenticator.credentials()) {
    await authenticator.remove(credentialId);
  }
  await authenticator.add(credential);
}

const withPasskeys = (passkeys: ProfilePasskeys) => changeProfile(environment.own, { passkeys });

type Refusal = {
  readonly name: string;
  readonly serviceCode: string;
  readonly words: RegExp;
  /** The profile's credentials; its own passkey by default. */
  readonly passkeys?: () => ProfilePasskeys;
  readonly spoil: (authenticator: VirtualAuthenticator) => Promise<unknown>;
};

const REFUSALS: readonly Refusal[] = [
  {
    name: 'bogus-signature',
    serviceCode: 'SIGNATURE_INVALID',
    words: /the signature is not of this authenticatorData and clientDataJson/,
    spoil: (authenticator) => authenticator.spoil({ isBogusSignature: true }),
  },
  {
    name: 'sign-count',
    serviceCode: 'SIGNATURE_INVALID',
    words: /the sign count 2 has not grown since \d+/,
    spoil: (authenticator) => authenticator.setSignCount(base64(environment.passkey), 1),
  },
  {
    name: 'domain',
    serviceCode: 'SIGNATURE_INVALID',
    words: /the RP id is not the one that the credential was registered for/,
    passkeys: () => ({ rpId: null, credentials: credentialsOf(local) }),
    spoil: (authenticator) => only(authenticator, { ...held(local), rpId: ownRpId() }),
  },
  {
    name: 'unknown-credential',
    serviceCode: 'CREDENTIAL_NOT_FOUND',
    words: /credential ID could not be found in organization/,
    passkeys: () => ({ rpId: null, credentials: [] }),
    spoil: (authenticator) => only(authenticator, stranger()),
  },
];

/** A credential that was never registered anywhere. */
function stranger(): StoredCredential {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    credentialId: randomBytes(32).toString('base64'),
    isResidentCredential: true,
    rpId: ownRpId(),
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    userHandle: randomBytes(16).toString('base64'),
    signCount: 1,
  };
}

/** Stamps a rename this way, and demands that the service refuses it in these words. */
async function demandRefusal({ name, serviceCode, words, passkeys, spoil }: Refusal) {
  if (passkeys) await withPasskeys(passkeys());
  const { id, window, sends, effects } = await startRename();
  await spoil(await authenticatorIn(window, environment.device));
  await pressUse(window);
  await window.locator('[data-state="refused"]').waitFor();
  await expect(window.locator('main')).toContainText(words);
  await checkAppearance(window, `refused-${name}`);
  const entry = await callWorker<EntryView>(environment.own, 'activities_get', { id });
  expect(entry).toMatchObject({ state: 'refused', error: { detail: { serviceCode } } });
  expect(sends()).toHaveLength(1);
  expect(await effects()).toBe(0);
}

test.describe('what only the service can detect', () => {
  test.beforeAll(async () => {
    sites = await startSites();
    const page = await newTab(environment.keystamp.context);
    await page.goto(sites.other);
    await authenticatorIn(page, environment.device);
    local = await makePasskey(page, 'localhost');
    await registerAt(environment.oracle, environment.userId, [local]);
    await page.close();
  });

  test.afterEach(() =>
    withPasskeys({ rpId: null, credentials: credentialsOf({ credentialId: environment.passkey }) }),
  );

  test.afterAll(() => sites?.stop());

  test.describe('a stamp that the service refuses', () => {
    for (const refusal of REFUSALS) {
      // What else it refuses, its own tests try (test/service/passkey-refusals.test.ts).
      const details = trialUnless(/^bogus-signature$|^unknown-credential$/.test(refusal.name));
      test(
        `error: ${refusal.name}: in its words, and nothing is carried out`,
        details,
        async () => {
          await demandRefusal(refusal);
          // Whatever the authenticator counted last, from here on the count grows again.
          const { own, device, passkey } = environment;
          await (await authenticatorIn(own, device)).setSignCount(base64(passkey), 1000);
          await own.bringToFront();
          await signDigest(own, '0'.repeat(64), passkey);
        },
      );
    }

    test('error: a credential of another organization', trialUnless(false), async () => {
      const { own, keystamp } = environment;
      const other = await hostService();
      try {
        const oracle = await oracleAt(other.url);
        await own.bringToFront();
        const theirs = await makePasskey(own);
        await registerAt(oracle, oracle.userId, [theirs]);
        await demandRefusal({
          name: 'other-organization',
          serviceCode: 'CREDENTIAL_NOT_FOUND',
          words: new RegExp(
            `could not be found in organization.*${environment.service.organizationId}`,
          ),
          passkeys: () => ({ rpId: null, credentials: credentialsOf(theirs) }),
          spoil: () => Promise.resolve(),
        });
        expect(keystamp.logs.filter(({ level }) => level === 'uncaught')).toEqual([]);
      } finally {
        await other.stop();
      }
    });
  });

  test.describe('a passkey created by a web page of a domain', () => {
    test('behavior: stamps for a profile that names the domain, if Keystamp may reach it', async () => {
      await withPasskeys({ rpId: 'localhost', credentials: credentialsOf(local) });
      const { window, sends, effects } = await startRename();
      await checkAppearance(window, 'domain');
      await window.bringToFront();
      await pressUse(window);
      await waitForCompleted(window);
      expect(await effects()).toBe(1);
      const { activities } = await environment.oracle.client.getActivities({
        organizationId: environment.oracle.organizationId,
      });
      const activity = activities.find(({ votes }) => votes[0]?.message === sends()[0]?.body);
      demandPasskeyVote({ ...environment, passkey: local.credentialId }, activity?.votes ?? []);
    });
  });
});
