// Which of the copies a password or a passkey opens. A copy counts only when its vault key says that
// its holder wrote this very text, when everything in it opens, and when the other copy does not say
// that this vault key has been replaced. Nothing is written here before a session is open.
import { equal, wipe, wipeAfter, type Bytes } from '../crypto/bytes.ts';
import { KeystampError } from '../protocol/errors.ts';
import type { VaultNotice } from '../protocol/vault-notice.ts';
import { readAutoLockMs } from './auto-lock.ts';
import { compareCopies, type BothCopies, type GoodCopy } from './copies.ts';
import { anchorOf, cacheCopy, demandFound, type VaultDeps } from './core.ts';
import { isAuthentic, retirementTag } from './document-mac.ts';
import { openPrivate, demandOpens, type AnyDocument } from './document.ts';
import { unwrapVaultKey } from './header.ts';
import { unwrapByPasskey, type PasskeyWrapping } from './passkey-wrapping.ts';

export const KEY_LENGTH = 32;
/** Name of the private record with the keys of the outbox, the present one first. */
export const OUTBOX_KEYS_RECORD = 'outbox-key';

/** A vault key, and the key-encryption key that gave it, which is the caller's to wipe. */
type Unwrapped = { readonly vaultKey: Bytes; readonly kek: Bytes };

/** How to get at the vault key of a document; undefined when this is not its way in. */
export type UnlockMethod = (document: AnyDocument) => Promise<Unwrapped | undefined>;

/** By the keys that a password makes with the parameters of each copy: usually the same ones. */
export const byPassword =
  (keks: readonly Bytes[]): UnlockMethod =>
  async ({ header }) => {
    for (const kek of keks) {
      const vaultKey = await unwrapVaultKey(kek, header);
      if (vaultKey) return { vaultKey, kek };
    }
    return undefined;
  };

export const byPasskey =
  (kek: Bytes, id: string): UnlockMethod =>
  async (document) => {
    const wrapping = findWrapping(document, id);
    // A document of before has nothing that says who wrote it: the password makes a new one of it.
    if (!wrapping || document.v === 1) return undefined;
    const vaultKey = await unwrapByPasskey(kek, document.header, wrapping);
    return vaultKey && { vaultKey, kek };
  };

/** The wrapping of an enrolled passkey. */
export function findWrapping({ passkeys }: AnyDocument, id: string): PasskeyWrapping | undefined {
  return passkeys?.find((wrapping) => wrapping.id === id);
}

export type OpenedVault = Unwrapped & { readonly copy: GoodCopy };

/** By the password, from the newest copy that is authentic. Counts the try. */
export async function openByPassword(
  { copies, attempts }: VaultDeps,
  keks: readonly Bytes[],
): Promise<OpenedVault & { readonly both: BothCopies }> {
  keks.forEach(demandKek);
  const both = await copies.readBoth();
  const { copies: good } = demandFound(compareCopies(both));
  const opened = await attempts.attempt(async () => {
    const newest = await openNewest(good, byPassword(keks));
    // A password that was replaced is a wrong one.
    return newest === 'retired' ? undefined : newest;
  });
  return { ...opened, both };
}

/**
 * The newest authentic copy. Undefined when the way leads into none, `retired` when only into one
 * whose key was replaced; throws the damage when it leads into one that is not what its key wrote.
 */
export async function openNewest(
  copies: readonly GoodCopy[],
  method: UnlockMethod,
): Promise<OpenedVault | 'retired' | undefined> {
  const opened: OpenedVault[] = [];
  let damage: KeystampError | undefined;
  for (const copy of withoutDuplicate(copies)) {
    const candidate = await openCopy(method, copy);
    if (candidate instanceof KeystampError) damage = candidate;
    else if (candidate) opened.push(candidate);
  }
  const retired = await Promise.all(opened.map((candidate) => isRetired(candidate, copies)));
  const [newest] = opened.filter((_, index) => !retired[index]).toSorted(newestFirst);
  for (const candidate of opened) if (candidate !== newest) wipe(candidate.vaultKey);
  if (newest) return newest;
  if (opened.length > 0) return 'retired';
  if (damage) throw damage;
  return undefined;
}

/** Copies that are the same to the byte are opened once. */
function withoutDuplicate(copies: readonly GoodCopy[]): readonly GoodCopy[] {
  const [first, ...others] = copies;
  const isSame = ({ stored: { text, mac } }: GoodCopy) =>
    text === first?.stored.text && mac === first.stored.mac;
  return first ? [first, ...others.filter((other) => !isSame(other))] : [];
}

/** Authenticated ones first, then the later ones. */
function newestFirst(
  { copy: { document: a } }: OpenedVault,
  { copy: { document: b } }: OpenedVault,
): number {
  return b.v - a.v || b.revision - a.revision;
}

/** Whether another copy says that it has taken the place of this one's vault key. */
async function isRetired(
  { copy, vaultKey }: OpenedVault,
  all: readonly GoodCopy[],
): Promise<boolean> {
  const tag = await retirementTag(vaultKey);
  return all.some(
    (other) => other !== copy && other.document.v === 2 && other.document.retired.includes(tag),
  );
}

/** Undefined when the key does not fit; the damage when it fits and more does not. */
async function openCopy(
  method: UnlockMethod,
  copy: GoodCopy,
): Promise<OpenedVault | KeystampError | undefined> {
  const unwrapped = await method(copy.document);
  if (!unwrapped) return undefined;
  const { vaultKey } = unwrapped;
  try {
    const { text, mac = '' } = copy.stored;
    if (copy.document.v === 2 && !(await isAuthentic(vaultKey, text, mac))) {
      throw new KeystampError('vault_damaged');
    }
    await demandOpens(vaultKey, copy.document);
    return { ...unwrapped, copy };
  } catch (error) {
    wipe(vaultKey);
    if (error instanceof KeystampError && error.code === 'vault_damaged') return error;
    throw error;
  }
}

/** That a copy on its way to disk opens in this way, in whole, and is authentic. */
export async function demandOpensBy(method: UnlockMethod, written: GoodCopy): Promise<void> {
  const opened = await openCopy(method, written);
  if (opened instanceof KeystampError) throw opened;
  if (!opened) throw new KeystampError('internal', 'The new vault would not have opened.');
  wipe(opened.vaultKey);
}

/**
 * Starts a session with what has opened; then repairs whichever copy is damaged, missing or behind.
 * A vault that is older than the last one saved is opened and left as it lies: the user decides.
 */
export async function startAndRepair(
  deps: VaultDeps,
  { copy, vaultKey, both }: OpenedVault & { readonly both: BothCopies },
): Promise<void> {
  await wipeAfter([vaultKey], async () => {
    const notice = await buildNotice(deps, copy, both);
    await startSession(deps, vaultKey, copy, notice);
    if (notice?.kind === 'behind') return;
    await deps.copies.repair(copy.stored, both);
    await deps.lastSaved.set(copy.document);
  });
}

async function buildNotice(
  { lastSaved }: VaultDeps,
  { document }: GoodCopy,
  both: BothCopies,
): Promise<VaultNotice | null> {
  const savedAt = document.v === 2 ? document.savedAt : document.header.createdAt;
  const lastKnown = await lastSaved.read();
  if (lastKnown && lastKnown.revision > document.revision) {
    const presentIds = new Set(document.keys.map(({ id }) => id));
    const missing = lastKnown.keys.filter(({ id }) => !presentIds.has(id)).map(({ name }) => name);
    return { kind: 'behind', savedAt, missing };
  }
  const areBothGood = both.every(({ kind }) => kind === 'good');
  return lastKnown || areBothGood ? null : { kind: 'unsure', savedAt, missing: [] };
}

/** Opens a session over a copy that is on disk. */
export async function startSession(
  deps: VaultDeps,
  vaultKey: Bytes,
  copy: GoodCopy,
  notice: VaultNotice | null = null,
): Promise<void> {
  const outboxKeys = await openOutboxKeys(copy.document.records, vaultKey);
  cacheCopy(deps, copy);
  await wipeAfter([outboxKeys], () =>
    deps.session.start({
      vaultKey,
      outboxKeys,
      anchor: anchorOf(copy),
      notice,
      autoLock: readAutoLockMs(copy.document),
    }),
  );
}

/** The keys of the outbox; `vault_damaged` when the vault holds none. */
export async function openOutboxKeys(
  records: AnyDocument['records'],
  vaultKey: Bytes,
): Promise<Bytes> {
  const record = records.find((candidate) => candidate.name === OUTBOX_KEYS_RECORD);
  if (!record) throw new KeystampError('vault_damaged');
  return openPrivate(vaultKey, record);
}

/** Refuses what cannot be a key-encryption key; `malformed`. */
export function demandKek(kek: Bytes): void {
  if (kek.length === KEY_LENGTH && !equal(kek, new Uint8Array(KEY_LENGTH))) return;
  // Zeros are what a wiped array holds: a caller that wiped too early must not seal under them.
  throw new KeystampError(
    'malformed',
    `The key-encryption key is not ${KEY_LENGTH} bytes of a key.`,
  );
}
