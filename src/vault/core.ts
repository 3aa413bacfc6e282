import type { Bytes, RandomBytes } from '../crypto/bytes.ts';
import { KeystampError } from '../protocol/errors.ts';
import type { createAttempts } from './attempts.ts';
import {
  compareCopies,
  parseCopy,
  toStoredCopy,
  type Copies,
  type FoundVault,
  type GoodCopy,
} from './copies.ts';
import { isAuthentic, macOf } from './document-mac.ts';
import { demandOpens, type VaultDocument } from './document.ts';
import type { createLastSaved } from './last-saved.ts';
import type { Anchor, Session } from './session.ts';

/** What the parts of the vault share. */
export type VaultDeps = {
  readonly copies: Copies;
  readonly attempts: ReturnType<typeof createAttempts>;
  readonly session: Session;
  readonly lastSaved: ReturnType<typeof createLastSaved>;
  readonly copyCache: CopyCache;
  readonly clock: () => number;
  readonly random: RandomBytes;
};

/**
 * The copies that this worker last read or wrote, newest first. Their contents are sealed or
 * public. The second newest stays, for readers between a write and the session’s note of it.
 */
type CopyCache = { copies: readonly GoodCopy[] };

/** Keeps a copy in memory. */
export function cacheCopy({ copyCache }: Pick<VaultDeps, 'copyCache'>, copy: GoodCopy): GoodCopy {
  copyCache.copies = [copy, ...copyCache.copies.filter((cached) => cached !== copy)].slice(0, 2);
  return copy;
}

/**
 * What the copies say, or the third place if they say nothing: if a vault was saved here and both
 * stores are empty or have only files of unreleased versions, a vault was lost. If an unreleased
 * version left only its mark in the third place, that is no fresh start either. Errors: those of
 * `copies.find`.
 */
export async function findVault({
  copies,
  lastSaved,
}: Pick<VaultDeps, 'copies' | 'lastSaved'>): Promise<FoundVault> {
  const found = await copies.find();
  const hasNone = found.status === 'missing' || (found.status === 'damaged' && isUnreleased(found));
  if (!hasNone) return found;
  const wasSaved = (await lastSaved.read()) !== undefined;
  if (wasSaved) return { status: 'damaged', error: new KeystampError('vault_damaged') };
  if (found.status === 'damaged' || !(await lastSaved.isUnreleased())) return found;
  return { status: 'damaged', error: new KeystampError('vault_unreleased') };
}

/** Whether what is stored is of an unreleased version, and nothing else is. */
export function isUnreleased({ error }: Extract<FoundVault, { status: 'damaged' }>): boolean {
  return error.code === 'vault_unreleased';
}

/**
 * The copies of a vault that was found. Otherwise `vault_missing`, `vault_damaged`, `kdf_refused` or
 * `vault_unreleased`.
 */
export function demandFound(found: FoundVault): Extract<FoundVault, { status: 'good' }> {
  if (found.status === 'good') return found;
  throw found.status === 'damaged' ? found.error : new KeystampError('vault_missing');
}

/** What a session remembers about a copy. */
export function anchorOf({ document, stored }: GoodCopy): Anchor {
  return { revision: document.revision, digest: stored.digest };
}

/**
 * The document that counts. While unlocked, it's exactly the one that was last opened or saved,
 * whatever anyone has done to the disk since. While locked, nobody can tell who wrote it: it's good
 * for showing what an unlock needs, but for nothing that guards anything. Errors: those of {@link
 * demandFound}.
 */
export async function currentDocument(deps: VaultDeps): Promise<VaultDocument> {
  const anchor = await deps.session.anchor();
  if (!anchor) return demandFound(await findVault(deps)).copies[0].document;
  return (await copyOfAnchor(deps, anchor)).document;
}

/** The copy that the open session relies on. Errors: those of {@link currentDocument}. */
export async function copyOfAnchor(deps: VaultDeps, anchor: Anchor): Promise<GoodCopy> {
  const cached = deps.copyCache.copies.find(({ stored }) => stored.digest === anchor.digest);
  if (cached) return cached;
  return cacheCopy(
    deps,
    (await readAnchored(deps, anchor)) ?? (await newestAuthentic(deps, anchor)),
  );
}

/** The copy with the anchor's digest, so it's the same to the byte. */
async function readAnchored(
  { copies }: VaultDeps,
  { digest }: Anchor,
): Promise<GoodCopy | undefined> {
  const ifAnchored = (copy: Awaited<ReturnType<Copies['readMain']>>) =>
    copy.kind === 'good' && copy.stored.digest === digest ? copy : undefined;
  return (
    ifAnchored(await copies.readMain()) ?? (await copies.readBoth()).map(ifAnchored).find(Boolean)
  );
}

/** For a worker that was stopped between a write and the session's note of it. */
async function newestAuthentic(deps: VaultDeps, { revision }: Anchor): Promise<GoodCopy> {
  const { copies } = demandFound(compareCopies(await deps.copies.readBoth()));
  for (const copy of copies) {
    if (copy.document.revision < revision) continue;
    const { text, mac } = copy.stored;
    if (!(await withUnlockedKey(deps, (vaultKey) => isAuthentic(vaultKey, text, mac)))) continue;
    await deps.session.update({ anchor: anchorOf(copy) });
    return copy;
  }
  throw new KeystampError('vault_damaged');
}

/** Runs `use` with the vault key, wiped after it. `vault_locked` if locked or past the deadline. */
export async function withUnlockedKey<T>(
  { session }: VaultDeps,
  use: (vaultKey: Bytes) => Promise<T>,
): Promise<T> {
  const result = await session.withVaultKey(async (vaultKey) => ({ value: await use(vaultKey) }));
  if (!result) throw new KeystampError('vault_locked');
  return result.value;
}

/** Proves a document before it's written, by opening it. Throws if it doesn't open. */
export type ProveCopy = (written: GoodCopy) => Promise<void>;

/**
 * Signs and writes a document, after `prove` has opened what the disk will hold. Returns the copy.
 * After an error, the vault is unchanged.
 */
export async function saveDocument(
  deps: VaultDeps,
  vaultKey: Bytes,
  document: VaultDocument,
  prove: ProveCopy,
): Promise<GoodCopy> {
  const text = JSON.stringify(document);
  const copy = await parseCopy(await toStoredCopy(text, await macOf(vaultKey, text)));
  if (copy.kind !== 'good') {
    throw new KeystampError('storage_failed', 'The new vault does not have its own form.');
  }
  await prove(copy);
  await deps.copies.save(copy.stored);
  await deps.lastSaved.set(document);
  return cacheCopy(deps, copy);
}

/** The parts of a document that can change under the same header. */
export type DocumentEdit = Partial<Pick<VaultDocument, 'keys' | 'records' | 'clear' | 'passkeys'>>;

/**
 * Saves the edited document. Only keys in `dropped` may be missing from it: no bug elsewhere can
 * replace a good vault with an empty one. `vault_behind` until the user has decided about a vault
 * that's older than the last one saved.
 */
export async function changeDocument(
  deps: VaultDeps,
  vaultKey: Bytes,
  edit: (document: VaultDocument) => DocumentEdit,
  dropped: readonly string[] = [],
): Promise<void> {
  await demandNotBehind(deps);
  const document = await currentDocument(deps);
  const next = { ...document, ...edit(document), ...nextRevision(deps, document) };
  const expectedIds = new Set([...next.keys.map((key) => key.id), ...dropped]);
  if (document.keys.some((key) => !expectedIds.has(key.id))) {
    throw new KeystampError('internal', 'A change to the vault would have lost a key.');
  }
  const copy = await saveDocument(deps, vaultKey, next, async (written) => {
    const { text, mac } = written.stored;
    if (!(await isAuthentic(vaultKey, text, mac))) throw new KeystampError('internal');
    await demandOpens(vaultKey, written.document);
  });
  await deps.session.update({ anchor: anchorOf(copy) });
}

/** The revision and time of a new document. */
export function nextRevision(
  { clock }: Pick<VaultDeps, 'clock'>,
  { revision }: { readonly revision: number },
) {
  return { revision: revision + 1, savedAt: Math.max(0, Math.round(clock())) };
}

/** Nothing is overwritten while the user still has to decide. @throws `vault_behind` */
export async function demandNotBehind({ session }: VaultDeps): Promise<void> {
  if ((await session.notice())?.kind === 'behind') throw new KeystampError('vault_behind');
}
