// The vault on disk, twice: IndexedDB and the browser's local storage area. Backing stores of
// browsers do get damaged in the field (platform.md 5); one good copy is enough to go on.
import * as v from 'valibot';
import { fingerprint } from '../crypto/fingerprint.ts';
import { KeystampError } from '../protocol/errors.ts';
import { item, type Area } from '../storage/area.ts';
import { read, write, type Connect } from '../storage/database.ts';
import { VaultDocument } from './document.ts';

/** Key of the first copy in the store `vault`. */
export const MAIN_KEY = 'main';
/** Key of the second copy in the local storage area. */
export const SECOND_KEY = 'vault';

/** One copy: the document as JSON text, and that text's fingerprint, which any flipped bit breaks. */
const StoredCopy = v.strictObject({
  text: v.pipe(v.string(), v.maxLength(10_000_000)),
  digest: v.string(),
});
type StoredCopy = v.InferOutput<typeof StoredCopy>;

type Copy =
  | { readonly kind: 'absent' }
  | { readonly kind: 'good'; readonly document: VaultDocument; readonly text: string }
  | { readonly kind: 'damaged'; readonly error: KeystampError }
  /** The store itself does not answer: nothing is known, not even that there is nothing. */
  | { readonly kind: 'unreadable'; readonly error: KeystampError };

/** What both copies together say. */
export type Found =
  | { readonly status: 'missing' }
  | { readonly status: 'damaged'; readonly error: KeystampError }
  | {
      readonly status: 'good';
      /** Undamaged copies that differ, the one that counts first: one or two. */
      readonly documents: readonly [VaultDocument, ...VaultDocument[]];
      /** Whether both copies are there and the same. */
      readonly whole: boolean;
    };

/** Checks a document before it is written, by opening it; throws when it does not open. */
export type Prove = (document: VaultDocument) => Promise<void>;

/** The two copies over the given stores. */
export function createCopies(connect: Connect, local: Area) {
  const second = item<unknown>(local, SECOND_KEY, v.unknown());

  async function readMain(): Promise<unknown> {
    const db = await connect();
    return read(db, (open) => open.get('vault', MAIN_KEY));
  }

  /**
   * Reads both. Throws `storage_failed` when a store does not answer and the other holds no good
   * copy: such a vault is neither missing nor damaged.
   */
  async function find(): Promise<Found> {
    return judge(await Promise.all([examine(readMain), examine(second.get)]));
  }

  /**
   * Writes the document to both copies, second copy first, after `prove` opened what the disk
   * will hold. Puts the second copy back when the first cannot be written. Errors: `storage_full`,
   * `storage_failed`, and what `prove` throws; then the vault is as before.
   */
  async function save(document: VaultDocument, prove: Prove): Promise<void> {
    const text = JSON.stringify(document);
    const parsed = v.safeParse(VaultDocument, JSON.parse(text));
    if (!parsed.success) throw unwritable('The new vault does not have its own form.');
    await prove(parsed.output);
    const copy: StoredCopy = { text, digest: await fingerprint(text) };
    const before = await second.get();
    try {
      await second.set(copy);
      await expectText(second.get, text);
      const db = await connect();
      await write(db, ['vault'], (tx) => tx.objectStore('vault').put(copy, MAIN_KEY));
      await expectText(readMain, text);
    } catch (error) {
      await putBack(before);
      throw error;
    }
  }

  async function putBack(before: unknown): Promise<void> {
    try {
      await (before === undefined ? second.remove() : second.set(before));
    } catch {
      // The first error is the one to tell; the higher revision decides between the copies.
    }
  }

  /** Removes both copies. */
  async function remove(): Promise<void> {
    const db = await connect();
    await write(db, ['vault'], (tx) => tx.objectStore('vault').clear());
    await second.remove();
  }

  return { find, save, remove };
}

async function examine(get: () => Promise<unknown>): Promise<Copy> {
  let stored: unknown;
  try {
    stored = await get();
  } catch (error) {
    return { kind: 'unreadable', error: unreadable(error) };
  }
  if (stored === undefined) return { kind: 'absent' };
  return parseCopy(stored);
}

async function parseCopy(stored: unknown): Promise<Copy> {
  const copy = v.safeParse(StoredCopy, stored);
  if (!copy.success) return damaged();
  const { text, digest } = copy.output;
  if ((await fingerprint(text)) !== digest) return damaged();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return damaged();
  }
  const document = v.safeParse(VaultDocument, json);
  if (document.success) return { kind: 'good', document: document.output, text };
  // Undamaged bytes with parameters out of bounds are an attack or a bug, and are named so.
  const kdf = document.issues.some((issue) => v.getDotPath(issue)?.startsWith('header.kdf'));
  return kdf ? { kind: 'damaged', error: new KeystampError('kdf_refused') } : damaged();
}

function judge(copies: readonly [Copy, Copy]): Found {
  const good = copies.filter((copy) => copy.kind === 'good');
  const [first, other] = good.toSorted((a, b) => b.document.revision - a.document.revision);
  if (first) {
    const whole = other?.text === first.text;
    const documents = other && !whole ? [other.document] : [];
    return { status: 'good', documents: [first.document, ...documents], whole };
  }
  for (const copy of copies) if (copy.kind === 'unreadable') throw copy.error;
  const broken = copies.filter((copy) => copy.kind === 'damaged');
  const named = broken.find((copy) => copy.error.code === 'kdf_refused') ?? broken[0];
  return named ? { status: 'damaged', error: named.error } : { status: 'missing' };
}

async function expectText(get: () => Promise<unknown>, text: string): Promise<void> {
  const copy = v.safeParse(StoredCopy, await get());
  if (!copy.success || copy.output.text !== text) {
    throw unwritable('What was written does not read back the same.');
  }
}

function damaged(): Copy {
  return { kind: 'damaged', error: new KeystampError('vault_damaged') };
}

function unreadable(error: unknown): KeystampError {
  if (error instanceof KeystampError && error.code !== 'malformed') return error;
  return new KeystampError('storage_failed', undefined, undefined, error);
}

function unwritable(why: string): KeystampError {
  return new KeystampError(
    'storage_failed',
    `The browser’s storage did not take the vault. ${why}`,
  );
}
