import type { Page } from 'playwright';
import { PROFILES_RECORD, type ProfilesRecord } from '../../src/activities/profiles.ts';
import * as base64url from '../../src/crypto/base64url.ts';
import type { Bytes } from '../../src/crypto/bytes.ts';
import type { Profile } from '../../src/protocol/profile.ts';
import { toStoredCopy } from '../../src/vault/copies.ts';
import { macOf } from '../../src/vault/document-mac.ts';
import { openPrivate, type VaultDocument } from '../../src/vault/document.ts';
import { ROW_KEY_RECORD, createRowMacWithKey } from '../../src/vault/row-mac.ts';
import { SESSION_KEY } from '../../src/vault/session.ts';
import type { Keystamp } from './browser.ts';
import { readArea, readDatabase, writeArea, writeRecord } from './extension-internals.ts';

/*
 * What only the holder of the vault key can write: tests that need a state that no call creates
 * take the key from an unlocked Keystamp's memory.
 */

type SessionRecord = { readonly unlocked: { readonly vaultKey: string } & Record<string, unknown> };

/** The document of the first copy. */
async function documentOf(page: Page): Promise<VaultDocument> {
  const { vault = {} } = await readDatabase(page);
  const copy = vault['"main"'] as { readonly text: string };
  return JSON.parse(copy.text) as VaultDocument;
}

async function readOpenVault(page: Page) {
  const record = (await readArea(page, 'session'))[SESSION_KEY] as SessionRecord;
  const vaultKey: Bytes = base64url.decode(record.unlocked.vaultKey);
  return { record, vaultKey, document: await documentOf(page) };
}

/** MACs of rows as the unlocked vault makes them. */
export async function rowMacs(page: Page): Promise<ReturnType<typeof createRowMacWithKey>> {
  const { vaultKey, document } = await readOpenVault(page);
  const record = document.records.find(({ name }) => name === ROW_KEY_RECORD);
  if (!record) throw new Error('the vault has no row key');
  const bytes = await openPrivate(vaultKey, record);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign', 'verify']);
  return createRowMacWithKey(async () => key);
}

/** The profiles as stored on disk, even while locked. */
export async function storedProfiles(page: Page): Promise<readonly Profile[]> {
  const { clear } = await documentOf(page);
  const record = clear.find(({ name }) => name === PROFILES_RECORD);
  return record ? ((JSON.parse(record.text) as ProfilesRecord).profiles as Profile[]) : [];
}

/** Writes a profile past every check of the calls. The next worker uses it. */
export async function writeProfile(
  keystamp: Keystamp,
  page: Page,
  profile: Profile,
): Promise<void> {
  const { record, vaultKey, document } = await readOpenVault(page);
  const clear = document.clear.map((one) => {
    if (one.name !== PROFILES_RECORD) return one;
    const kept = JSON.parse(one.text) as ProfilesRecord;
    const others = (kept.profiles as Profile[]).filter(({ id }) => id !== profile.id);
    return { ...one, text: JSON.stringify({ ...kept, profiles: [...others, profile] }) };
  });
  const next = { ...document, clear, revision: document.revision + 1 };
  const text = JSON.stringify(next);
  const copy = await toStoredCopy(text, await macOf(vaultKey, text));
  await writeRecord(page, 'vault', 'main', copy);
  await writeArea(page, 'local', { vault: copy });
  const anchor = { revision: next.revision, digest: copy.digest };
  const unlocked = { ...record.unlocked, anchor };
  await writeArea(page, 'session', { [SESSION_KEY]: { ...record, unlocked } });
  await keystamp.stopWorker();
}
