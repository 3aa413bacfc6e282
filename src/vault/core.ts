import type { Bytes, RandomBytes } from '../crypto/bytes.ts';
import { KeystampError } from '../protocol/errors.ts';
import type { createAttempts } from './attempts.ts';
import { judge, parseCopy, storedCopy, type Copies, type Found, type GoodCopy } from './copies.ts';
import { isAuthentic, macOf } from './document-mac.ts';
import { proveOpens, type AnyDocument, type VaultDocument } from './document.ts';
import type { createFloor } from './floor.ts';
import type { Anchor, Session } from './session.ts';

/** What the parts of the vault share. */
export type Core = {
  readonly copies: Copies;
  readonly attempts: ReturnType<typeof createAttempts>;
  readonly session: Session;
  readonly floor: ReturnType<typeof createFloor>;
  readonly held: Held;
  readonly clock: () => number;
  readonly random: RandomBytes;
  readonly former: Former;
};

/** What a vault of before documents were authenticated kept elsewhere. */
export type Former = {
  /** As clear records. */
  readonly adopt: () => Promise<VaultDocument['clear']>;
  /** Takes it away, once the vault holds it. */
  readonly forget: () => Promise<void>;
};

/**
 * The copies that this life of the worker last read or wrote, newest first. What they hold is sealed or
 * public. The one before the newest stays, for readers between a write and the session’s note of it.
 */
export type Held = { copies: readonly GoodCopy[] };

/** Keeps a copy in memory. */
export function hold({ held }: Pick<Core, 'held'>, copy: GoodCopy): GoodCopy {
  held.copies = [copy, ...held.copies.filter((one) => one !== copy)].slice(0, 2);
  return copy;
}

/**
 * What the copies say, and the third place where they say nothing: both stores emptied at once are no
 * fresh start for a vault that was saved here. Errors of `copies.find`.
 */
export async function find({ copies, floor }: Pick<Core, 'copies' | 'floor'>): Promise<Found> {
  const found = await copies.find();
  const lost = found.status === 'missing' && (await floor.read()) !== undefined;
  return lost ? { status: 'damaged', error: new KeystampError('vault_damaged') } : found;
}

/** A vault that was found; `vault_missing`, `vault_damaged` or `kdf_refused` for anything else. */
export function present(found: Found): Extract<Found, { status: 'good' }> {
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
 * an unlock needs, and for nothing that guards anything. Errors of {@link present}.
 */
export async function current(core: Core): Promise<AnyDocument> {
  const anchor = await core.session.anchor();
  if (!anchor) return present(await find(core)).copies[0].document;
  return (await copyAt(core, anchor)).document;
}

/** The copy that an open session goes by; errors of {@link current}. */
export async function copyAt(core: Core, anchor: Anchor): Promise<GoodCopy> {
  const held = core.held.copies.find(({ stored }) => stored.digest === anchor.digest);
  if (held) return held;
  return hold(core, (await anchored(core, anchor)) ?? (await newestAuthentic(core, anchor)));
}

/** The copy of the anchor's digest, which says that it is the same to the byte. */
async function anchored({ copies }: Core, { digest }: Anchor): Promise<GoodCopy | undefined> {
  const is = (copy: Awaited<ReturnType<Copies['readMain']>>) =>
    copy.kind === 'good' && copy.stored.digest === digest ? copy : undefined;
  return is(await copies.readMain()) ?? (await copies.readBoth()).map(is).find(Boolean);
}

/** Of a worker that was stopped between a write and the note of it. */
async function newestAuthentic(core: Core, { revision }: Anchor): Promise<GoodCopy> {
  const { copies } = present(judge(await core.copies.readBoth()));
  for (const copy of copies) {
    if (copy.document.revision < revision) continue;
    const { text, mac = '' } = copy.stored;
    if (!(await unlocked(core, (vaultKey) => isAuthentic(vaultKey, text, mac)))) continue;
    await core.session.note({ anchor: anchorOf(copy) });
    return copy;
  }
  throw new KeystampError('vault_damaged');
}

/** Runs `use` with the vault key, wiped after; `vault_locked` when locked or past the deadline. */
export async function unlocked<T>(
  { session }: Core,
  use: (vaultKey: Bytes) => Promise<T>,
): Promise<T> {
  const result = await session.withVaultKey(async (vaultKey) => ({ value: await use(vaultKey) }));
  if (!result) throw new KeystampError('vault_locked');
  return result.value;
}

/** The document of an open vault, which is one of the present form. */
export async function currentOpen(core: Core): Promise<VaultDocument> {
  const document = await current(core);
  if (document.v === 2) return document;
  throw new KeystampError('vault_locked');
}

/** Proves a document that is on its way to the disk, by opening it; throws when it does not open. */
export type Prove = (written: GoodCopy) => Promise<void>;

/**
 * Signs and writes a document, once `prove` has opened what the disk will hold. Answers the copy.
 * After an error the vault is as before.
 */
export async function save(
  core: Core,
  vaultKey: Bytes,
  document: VaultDocument,
  prove: Prove,
): Promise<GoodCopy> {
  const text = JSON.stringify(document);
  const copy = await parseCopy(await storedCopy(text, await macOf(vaultKey, text)));
  if (copy.kind !== 'good') {
    throw new KeystampError('storage_failed', 'The new vault does not have its own form.');
  }
  await prove(copy);
  await core.copies.save(copy.stored);
  await core.floor.set(document);
  return hold(core, copy);
}

/** The parts of a document that may change under the same header. */
export type Edit = Partial<Pick<VaultDocument, 'keys' | 'records' | 'clear' | 'passkeys'>>;

/**
 * Saves the edited document. Only keys in `dropped` may be gone from it: no fault elsewhere can
 * replace a good vault by an empty one. `vault_behind` until the user has decided about a vault that
 * is older than the last one saved.
 */
export async function change(
  core: Core,
  vaultKey: Bytes,
  edit: (document: VaultDocument) => Edit,
  dropped: readonly string[] = [],
): Promise<void> {
  await demandSettled(core);
  const document = await currentOpen(core);
  const next = { ...document, ...edit(document), ...stampOf(core, document) };
  const kept = new Set([...next.keys.map((key) => key.id), ...dropped]);
  if (document.keys.some((key) => !kept.has(key.id))) {
    throw new KeystampError('internal', 'A change to the vault would have lost a key.');
  }
  const copy = await save(core, vaultKey, next, async (written) => {
    const { text, mac = '' } = written.stored;
    if (!(await isAuthentic(vaultKey, text, mac))) throw new KeystampError('internal');
    await proveOpens(vaultKey, written.document);
  });
  await core.session.note({ anchor: anchorOf(copy) });
}

/** What every new document says of itself. */
export function stampOf(
  { clock }: Pick<Core, 'clock'>,
  { revision }: { readonly revision: number },
) {
  return { revision: revision + 1, savedAt: Math.max(0, Math.round(clock())) };
}

/** Nothing is written over what the user has not decided about. @throws `vault_behind` */
export async function demandSettled({ session }: Core): Promise<void> {
  if ((await session.notice())?.kind === 'behind') throw new KeystampError('vault_behind');
}
