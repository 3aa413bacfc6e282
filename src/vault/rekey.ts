// A new vault key for everything in the vault: what ends former passwords and passkeys, and what makes
// an authenticated document of one from before.
import { concat, wiping, type Bytes, type RandomBytes } from '../crypto/bytes.ts';
import type { KdfParameters } from '../crypto/kdf-parameters.ts';
import { demandSettled, save, stampOf, type Core } from './core.ts';
import { retirementTag } from './document-mac.ts';
import {
  MAX_RETIRED,
  reseal,
  sealPrivate,
  type AnyDocument,
  type VaultDocument,
} from './document.ts';
import { wrap } from './header.ts';
import {
  byPassword,
  KEY_LENGTH,
  OUTBOX_KEYS,
  outboxKeysIn,
  proveBy,
  startSession,
  type Opened,
} from './opening.ts';
import { withRowKey } from './row-mac.ts';

/**
 * Makes a new vault key under the password and seals everything again, so that disk blocks of before,
 * which browsers keep for a while, open nothing that is new: the outbox gets another key as well, and
 * keeps the earlier ones for what they sealed. The wrappings for passkeys go. The new document names
 * the old vault key as retired: an old copy that is put back opens no more. Wipes the old vault key,
 * and unlocks.
 */
export async function rekey(
  core: Core,
  { copy: { document }, vaultKey }: Opened,
  kek: Bytes,
  kdf: KdfParameters,
): Promise<void> {
  const newKey = core.random(KEY_LENGTH);
  await wiping([vaultKey, newKey], async () => {
    await demandSettled(core);
    const { createdAt } = document.header;
    const header = await wrap(kek, newKey, { createdAt, kdf }, core.random);
    const { keys, records } = await reseal(document, vaultKey, newKey, core.random);
    const next: VaultDocument = {
      v: 2,
      ...stampOf(core, document),
      header,
      keys,
      records: await renewed(core, newKey, records),
      clear: document.v === 2 ? document.clear : await core.former.adopt(),
      retired: [...retiredBefore(document), await retirementTag(vaultKey)].slice(-MAX_RETIRED),
    };
    const copy = await save(core, newKey, next, (written) => proveBy(byPassword([kek]), written));
    await startSession(core, newKey, copy);
  });
}

const retiredBefore = (document: AnyDocument) => (document.v === 2 ? document.retired : []);

type Records = VaultDocument['records'];

async function renewed({ random }: Core, vaultKey: Bytes, records: Records): Promise<Records> {
  const fresh = await withFreshOutboxKey(vaultKey, records, random);
  return withRowKey(vaultKey, fresh, random);
}

async function withFreshOutboxKey(
  vaultKey: Bytes,
  records: Records,
  random: RandomBytes,
): Promise<Records> {
  const former = await outboxKeysIn(records, vaultKey);
  const keys = concat(random(KEY_LENGTH), former);
  const record = await wiping([former, keys], () =>
    sealPrivate(vaultKey, OUTBOX_KEYS, keys, random),
  );
  return records.map((one) => (one.name === OUTBOX_KEYS ? record : one));
}
