// A new vault key for everything in the vault. This ends former passwords and passkeys.
import { concat, wipeAfter, type Bytes } from '../crypto/bytes.ts';
import type { KdfParameters } from '../crypto/kdf-parameters.ts';
import { demandNotBehind, saveDocument, nextRevision, type VaultDeps } from './core.ts';
import { retirementTag } from './document-mac.ts';
import { MAX_RETIRED, reseal, sealPrivate, type VaultDocument } from './document.ts';
import { KEY_LENGTH, VAULT_VERSION, wrapVaultKey } from './header.ts';
import {
  byPassword,
  OUTBOX_KEYS_RECORD,
  openOutboxKeys,
  demandOpensBy,
  startSession,
  type OpenedVault,
} from './opening.ts';
import { withRowKey } from './row-mac.ts';

/**
 * Makes a new vault key under the password and seals everything again. Browsers keep old disk
 * blocks for a while; after this, those open nothing new. The outbox also gets a new key, and keeps
 * the earlier ones for what they sealed. Passkey wrappings are dropped. The new document names the
 * old vault key as retired, so that an old copy put back on the disk no longer opens. Wipes the old
 * vault key, and unlocks.
 */
export async function rekey(
  deps: VaultDeps,
  { copy: { document }, vaultKey }: OpenedVault,
  kek: Bytes,
  kdf: KdfParameters,
): Promise<void> {
  const newKey = deps.random(KEY_LENGTH);
  await wipeAfter([vaultKey, newKey], async () => {
    await demandNotBehind(deps);
    const { createdAt } = document.header;
    const header = await wrapVaultKey(kek, newKey, { createdAt, kdf }, deps.random);
    const { keys, records } = await reseal(document, vaultKey, newKey, deps.random);
    const next: VaultDocument = {
      v: VAULT_VERSION,
      ...nextRevision(deps, document),
      header,
      keys,
      records: await renewRecords(deps, newKey, records),
      clear: document.clear,
      retired: [...document.retired, await retirementTag(vaultKey)].slice(-MAX_RETIRED),
    };
    const copy = await saveDocument(deps, newKey, next, (written) =>
      demandOpensBy(byPassword([kek]), written),
    );
    await startSession(deps, newKey, copy);
  });
}

type Records = VaultDocument['records'];

/** The records with a new outbox key before the former ones, and with a key for rows. */
async function renewRecords(
  { random }: VaultDeps,
  vaultKey: Bytes,
  records: Records,
): Promise<Records> {
  const formerKeys = await openOutboxKeys(records, vaultKey);
  const keys = concat(random(KEY_LENGTH), formerKeys);
  const record = await wipeAfter([formerKeys, keys], () =>
    sealPrivate(vaultKey, OUTBOX_KEYS_RECORD, keys, random),
  );
  const renewed = records.map((other) => (other.name === OUTBOX_KEYS_RECORD ? record : other));
  return withRowKey(vaultKey, renewed, random);
}
