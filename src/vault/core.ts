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
import { demandOpens, type AnyDocument, type VaultDocument } from './document.ts';
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
  readonly formerData: FormerData;
};

/** What a vault of before documents were authenticated kept elsewhere. */
export type FormerData = {
  /** As clear records. */
  readonly adopt: () => Promise<VaultDocument['clear']>;
  /** Takes it away, once the vault holds it. */
  readonly forget: () => Promise<void>;
};

/**
 * The copies that this life of the worker last read or wrote, newest first. What they hold is sealed or
 * public. The one before the newest stays, for readers between a write and the session’s note of it.
 */
export type CopyCache = { copies: readonly GoodCopy[] };

/** Keeps a copy in memory. */
export function cacheCopy({ copyCache }: Pick<VaultDeps, 'copyCache'>, copy: GoodCopy): GoodCopy {
  copyCache.copies = [copy, ...copyCache.copies.filter((cached) => cached !== copy)].slice(0, 2);
  return copy;
}

/**
 * What the copies say, and the third place where they say nothing: both stores emptied at once are no
 * fresh start for a vault that was saved here. Errors of `copies.find`.
 */
export async function findVault({
  copies,
  lastSaved,
}: Pick<VaultDeps, 'copies' | 'lastSaved'>): Promise<FoundVault> {
  const found = await copies.find();
  const isLost = found.status === 'missing' && (await lastSaved.read()) !== undefined;
  return isLost ? { status: 'damaged', error: new KeystampError('vault_damaged') } : found;
}

/** A vault that was found; `vault_missing`, `vault_damaged` or `kdf_refused` for anything else. */
export function demandFound(found: FoundVault): Extract<FoundVault, { status: 'good' }> {
  if (found.status === 'good') return found;
  throw found.status === 'damaged' ? found.error : new KeystampError('vault_missing');
}

/** What a session remembers of a copy. */
export function anchorOf({ document, stored }: GoodCopy): Anchor {
  return { revision: document.revision, digest: stored.digest };
}

/**
 * The document that counts. While unlocked it is the very one that was opened or saved last, whatever
 * somebody has done to the disk since. While locked nobody can tell who wrote it: good for showing what
 * an unlock needs, and for nothing that guards anything. Errors of {@link demandFound}.
 */
export async function currentDocument(deps: VaultDeps): Promise<AnyDocument> {
  const anchor = await deps.session.anchor();
  if (!anchor) return demandFound(await findVault(deps)).copies[0].document;
  return (await copyOfAnchor(deps, anchor)).document;
}

/** The copy that an open session goes by; errors of {@link currentDocument}. */
export async function copyOfAnchor(deps: VaultDeps, anchor: Anchor): Promise<GoodCopy> {
  const cached = deps.copyCache.copies.find(({ stored }) => stored.digest === anchor.digest);
  if (cached) return cached;
  return cacheCopy(
    deps,
    (await readAnchored(deps, anchor)) ?? (await newestAuthentic(deps, anchor)),
  );
}

/** The copy of the anchor's digest, which says that it is the same to the byte. */
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

/** Of a worker that was stopped between a write and the note of it. */
async function newestAuthentic(deps: VaultDeps, { revision }: Anchor): Promise<GoodCopy> {
  const { copies } = demandFound(compareCopies(await deps.copies.readBoth()));
  for (const copy of copies) {
    if (copy.document.revision < revision) continue;
    const { text, mac = '' } = copy.stored;
    if (!(await withUnlockedKey(deps, (vaultKey) => isAuthentic(vaultKey, text, mac)))) continue;
    await deps.session.update({ anchor: anchorOf(copy) });
    return copy;
  }
  throw new KeystampError('vault_damaged');
}

/** Runs `use` with the vault key, wiped after; `vault_locked` when locked or past the deadline. */
export async function withUnlockedKey<T>(
  { session }: VaultDeps,
  use: (vaultKey: Bytes) => Promise<T>,
): Promise<T> {
  const result = await session.withVaultKey(async (vaultKey) => ({ value: await use(vaultKey) }));
  if (!result) throw new KeystampError('vault_locked');
  return result.value;
}

/** The document of an open vault, which is one of the present form. */
export async function currentOpenDocument(deps: VaultDeps): Promise<VaultDocument> {
  const document = await currentDocument(deps);
  if (document.v === 2) return document;
  throw new KeystampError('vault_locked');
}

/** Proves a document that is on its way to the disk, by opening it; throws when it does not open. */
export type ProveCopy = (written: GoodCopy) => Promise<void>;

/**
 * Signs and writes a document, once `prove` has opened what the disk will hold. Answers the copy.
 * After an error the vault is as before.
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

/** The parts of a document that may change under the same header. */
export type DocumentEdit = Partial<Pick<VaultDocument, 'keys' | 'records' | 'clear' | 'passkeys'>>;

/**
 * Saves the edited document. Only keys in `dropped` may be gone from it: no fault elsewhere can
 * replace a good vault by an empty one. `vault_behind` until the user has decided about a vault that
 * is older than the last one saved.
 */
export async function changeDocument(
  deps: VaultDeps,
  vaultKey: Bytes,
  edit: (document: VaultDocument) => DocumentEdit,
  dropped: readonly string[] = [],
): Promise<void> {
  await demandNotBehind(deps);
  const document = await currentOpenDocument(deps);
  const next = { ...document, ...edit(document), ...nextRevision(deps, document) };
  const expectedIds = new Set([...next.keys.map((key) => key.id), ...dropped]);
  if (document.keys.some((key) => !expectedIds.has(key.id))) {
    throw new KeystampError('internal', 'A change to the vault would have lost a key.');
  }
  const copy = await saveDocument(deps, vaultKey, next, async (written) => {
    const { text, mac = '' } = written.stored;
    if (!(await isAuthentic(vaultKey, text, mac))) throw new KeystampError('internal');
    await demandOpens(vaultKey, written.document);
  });
  await deps.session.update({ anchor: anchorOf(copy) });
}

/** What every new document says of itself. */
export function nextRevision(
  { clock }: Pick<VaultDeps, 'clock'>,
  { revision }: { readonly revision: number },
) {
  return { revision: revision + 1, savedAt: Math.max(0, Math.round(clock())) };
}

/** Nothing is written over what the user has not decided about. @throws `vault_behind` */
export async function demandNotBehind({ session }: VaultDeps): Promise<void> {
  if ((await session.notice())?.kind === 'behind') throw new KeystampError('vault_behind');
}
