import { expect } from 'playwright/test';
import type { Page } from 'playwright';
import { toHex } from '../../src/crypto/bytes.ts';
import { generatePrivateKey, publicKeyOf } from '../../src/crypto/keys.ts';
import { call } from './extension-internals.ts';
import type { Oracle } from './oracle.ts';
import { openKeys, openRotation } from './pages.ts';
import { submission } from './people.ts';
import { reauthenticate } from './reauthentication.ts';
import { button, textFor } from './user-actions.ts';

/*
 * What the tests of a key's rotation share: how a person begins one and goes on, and what must be true
 * of the keys whatever happens in between.
 */

const TIMEOUT = { timeout: 30_000 };

type Answered<T> = { readonly ok: boolean; readonly answer: T };
type State = {
  readonly profiles: readonly { id: string; name: string; keyId: string; organizationId: string }[];
  readonly activeProfileId: string;
};
type VaultKey = { readonly id: string; readonly name: string; readonly publicKey: string };

async function ask<T>(page: Page, name: string, input: unknown = {}): Promise<T> {
  const { ok, answer } = (await call(page, name, input)) as Answered<T>;
  expect(ok, `${name} is answered`).toBe(true);
  return answer;
}

/** The profile in use. */
async function activeProfile(page: Page): Promise<State['profiles'][number]> {
  const { profiles, activeProfileId } = await ask<State>(page, 'state');
  const found = profiles.find(({ id }) => id === activeProfileId);
  if (!found) throw new Error('no profile');
  return found;
}

export const vaultKeys = (page: Page) => ask<readonly VaultKey[]>(page, 'keys_list');

/** The profile's key signs, and the service knows whose it is. Returns that user. */
export async function demandWorkingKey(page: Page): Promise<string> {
  const { id } = await activeProfile(page);
  const { userId } = await ask<{ userId: string }>(page, 'profiles_check', { id });
  expect(userId).toMatch(/^[0-9a-f-]{36}$/);
  return userId;
}

/** The public keys that the service lists for a user, by another client. */
export async function registeredKeys({ client, organizationId }: Oracle, userId: string) {
  const { apiKeys } = await client.getApiKeys({ organizationId, userId });
  return apiKeys.map(({ credential }) => credential.publicKey);
}

/** Gives a user so many keys more, which nobody has. Returns their ids. */
export async function addKeys(oracle: Oracle, userId: string, count: number): Promise<string[]> {
  const apiKeys = Array.from({ length: count }, (_, at) => ({
    apiKeyName: `Other ${at}`,
    publicKey: toHex(publicKeyOf('P256', generatePrivateKey('P256'))),
    curveType: 'API_KEY_CURVE_P256' as const,
  }));
  const { activity } = await oracle.client.createApiKeys(
    submission(oracle, 'ACTIVITY_TYPE_CREATE_API_KEYS_V2', { userId, apiKeys }),
  );
  return activity.result.createApiKeysResult?.apiKeyIds ?? [];
}

export async function removeKeys(oracle: Oracle, userId: string, apiKeyIds: string[]) {
  await oracle.client.deleteApiKeys(
    submission(oracle, 'ACTIVITY_TYPE_DELETE_API_KEYS', { userId, apiKeyIds }),
  );
}

/** Opens the page that replaces the key of the profile in use. */
export async function openOwnRotation(page: Page): Promise<void> {
  const { id } = await activeProfile(page);
  await openKeys(page);
  await openRotation(page, id);
  await page.getByRole('heading', { name: textFor('app.rotation.rotate') }).waitFor(TIMEOUT);
}

/**
 * Waits until the settings know when the key ends: for that they ask the service for the same list as a
 * rotation does, which a test that counts its requests must not meet.
 */
export async function waitForKeyEnd(page: Page): Promise<void> {
  const { id } = await activeProfile(page);
  await openKeys(page);
  const kept = () => ask(page, 'records_kept', { profileId: id, name: 'own-key-end' });
  await expect.poll(kept, TIMEOUT).toMatchObject({ readAt: expect.any(Number) });
}

/** From the page's form to the first step. */
export async function beginRotation(page: Page): Promise<void> {
  await openOwnRotation(page);
  await button(page, 'app.rotation.rotate').waitFor(TIMEOUT);
  await reauthenticate(page);
  await button(page, 'app.rotation.rotate').click();
}

/** Waits until the rotation has ended, to the new key or back to the old one. */
export async function waitForEnd(page: Page, direction: 'forward' | 'back' = 'forward') {
  await page.locator(`[data-rotated="${direction}"]`).waitFor(TIMEOUT);
}

/** One key in the vault, one at the service, the same one, and it signs. Returns its public key. */
export async function demandOneKey(page: Page, oracle: Oracle): Promise<string> {
  const userId = await demandWorkingKey(page);
  const [profile, keys] = await Promise.all([activeProfile(page), vaultKeys(page)]);
  expect(keys.map(({ id }) => id)).toEqual([profile.keyId]);
  const [key] = keys;
  expect(await registeredKeys(oracle, userId)).toEqual([key?.publicKey]);
  return key?.publicKey ?? '';
}
