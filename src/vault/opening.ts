// Finds the copy that a password or passkey opens. A copy only counts if its vault key proves that
// the key's holder wrote exactly this text, if everything in it opens, and if the other copy
// doesn't say that this vault key was replaced. Nothing here writes before a session is open.
import { equal, wipe, wipeAfter, type Bytes } from '../crypto/bytes.ts';
import { KeystampError } from '../protocol/errors.ts';
import type { VaultNotice } from '../protocol/vault-notice.ts';
import { readAutoLockMs } from './auto-lock.ts';
import { compareCopies, type BothCopies, type GoodCopy } from './copies.ts';
import { anchorOf, cacheCopy, demandFound, type VaultDeps } from './core.ts';
import { isAuthentic, retirementTag } from './document-mac.ts';
import { openPrivate, demandOpens, type VaultDocument } from './document.ts';
import { KEY_LENGTH, unwrapVaultKey } from './header.ts';
import { unwrapByPasskey, type PasskeyWrapping } from './passkey-wrapping.ts';

/** Name of the private record with the outbox keys, the current one first. */
export const OUTBOX_KEYS_RECORD = 'outbox-key';

/** A vault key and the key-encryption key that unwrapped it. The caller wipes the latter. */
type Unwrapped = { readonly vaultKey: Bytes; readonly kek: Bytes };

/** How to get a document's vault key. Undefined if this method doesn't fit the document. */
export type UnlockMethod = (document: VaultDocument) => Promise<Unwrapped | undefined>;

/** By the keys that a password makes with each copy's parameters. Usually they're the same. */
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
    if (!wrapping) return undefined;
    const vaultKey = await unwrapByPasskey(kek, document.header, wrapping);
    return vaultKey && { vaultKey, kek };
  };

/** The wrapping of an enrolled passkey. */
export function findWrapping({ passkeys }: VaultDocument, id: string): PasskeyWrapping | undefined {
  return passkeys?.find((wrapping) => wrapping.id === id);
}

export type OpenedVault = Unwrapped & { readonly copy: GoodCopy };

/** Opens the newest authentic copy by password. Counts the attempt. */
export async function openByPassword(
  { copies, attempts }: VaultDeps,
  keks: readonly Bytes[],
): Promise<OpenedVault & { readonly both: BothCopies }> {
  keks.forEach(demandKek);
  const both = await copies.readBoth();
  const { copies: good } = demandFound(compareCopies(both));
  const opened = await attempts.attempt(async () => {
    const newest = await openNewest(good, byPassword(keks));
    // A replaced password counts as wrong.
    return newest === 'retired' ? undefined : newest;
  });
  return { ...opened, both };
}

/**
 * The newest authentic copy. Undefined if the method opens none, `retired` if it only opens copies
 * whose key was replaced. Throws the damage if it opens only a copy that isn't what its key wrote.
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
  const [newest] = opened
    .filter((_, index) => !retired[index])
    .toSorted((a, b) => b.copy.document.revision - a.copy.document.revision);
  for (const candidate of opened) if (candidate !== newest) wipe(candidate.vaultKey);
  if (newest) return newest;
  if (opened.length > 0) return 'retired';
  if (damage) throw damage;
  return undefined;
}

/** Opens copies that are identical to the byte only once. */
function withoutDuplicate(copies: readonly GoodCopy[]): readonly GoodCopy[] {
  const [first, ...others] = copies;
  const isSame = ({ stored: { text, mac } }: GoodCopy) =>
    text === first?.stored.text && mac === first.stored.mac;
  return first ? [first, ...others.filter((other) => !isSame(other))] : [];
}

/** Whether another copy says that this one's vault key was replaced. */
async function isRetired(
  { copy, vaultKey }: OpenedVault,
  all: readonly GoodCopy[],
): Promise<boolean> {
  const tag = await retirementTag(vaultKey);
  return all.some((other) => other !== copy && other.document.retired.includes(tag));
}

/** Undefined if the key doesn't fit. The damage, if it fits but the rest doesn't open. */
async function openCopy(
  method: UnlockMethod,
  copy: GoodCopy,
): Promise<OpenedVault | KeystampError | undefined> {
  const unwrapped = await method(copy.document);
  if (!unwrapped) return undefined;
  const { vaultKey } = unwrapped;
  try {
    const { text, mac } = copy.stored;
    if (!(await isAuthentic(vaultKey, text, mac))) throw new KeystampError('vault_damaged');
    await demandOpens(vaultKey, copy.document);
    return { ...unwrapped, copy };
  } catch (error) {
    wipe(vaultKey);
    if (error instanceof KeystampError && error.code === 'vault_damaged') return error;
    throw error;
  }
}

/** Checks that a copy opens this way in full, and is authentic, before it's written. */
export async function demandOpensBy(method: UnlockMethod, written: GoodCopy): Promise<void> {
  const opened = await openCopy(method, written);
  if (opened instanceof KeystampError) throw opened;
  if (!opened) throw new KeystampError('internal', 'The new vault would not have opened.');
  wipe(opened.vaultKey);
}

/**
 * Starts a session with the opened vault, then repairs any copy that's damaged, missing or behind.
 * A vault that is older than the last one saved opens but isn't repaired: the user decides.
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
  const { savedAt } = document;
  const lastKnown = await lastSaved.read();
  if (lastKnown && lastKnown.revision > document.revision) {
    const presentIds = new Set(document.keys.map(({ id }) => id));
    const missing = lastKnown.keys.filter(({ id }) => !presentIds.has(id)).map(({ name }) => name);
    return { kind: 'behind', savedAt, missing };
  }
  const areBothGood = both.every(({ kind }) => kind === 'good');
  return lastKnown || areBothGood ? null : { kind: 'unsure', savedAt, missing: [] };
}

/** Starts a session with a copy that's on disk. */
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

/** The outbox keys. `vault_damaged` if the vault has none. */
export async function openOutboxKeys(
  records: VaultDocument['records'],
  vaultKey: Bytes,
): Promise<Bytes> {
  const record = records.find((candidate) => candidate.name === OUTBOX_KEYS_RECORD);
  if (!record) throw new KeystampError('vault_damaged');
  return openPrivate(vaultKey, record);
}

/** Throws `malformed` for anything that can't be a key-encryption key. */
export function demandKek(kek: Bytes): void {
  if (kek.length === KEY_LENGTH && !equal(kek, new Uint8Array(KEY_LENGTH))) return;
  // Zeros are what a wiped array holds. A caller that wiped too early must not seal under them.
  throw new KeystampError(
    'malformed',
    `The key-encryption key is not ${KEY_LENGTH} bytes of a key.`,
  );
}
