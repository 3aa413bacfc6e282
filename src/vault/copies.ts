// The vault on disk, twice, in two places that fail independently and that only the extension can
// reach. Browser storage does get damaged in the field. One good copy is enough to go on.
import * as v from 'valibot';
import { readJson } from '../protocol/parse.ts';
import { fingerprint } from '../crypto/fingerprint.ts';
import { KeystampError, type ErrorCode } from '../protocol/errors.ts';
import { createItem, type Area } from '../storage/area.ts';
import { read, write, type Connect } from '../storage/database.ts';
import { VaultDocument } from './document.ts';
import { VAULT_VERSION } from './header.ts';

/** Key of the first copy in the store `vault`. */
export const MAIN_KEY = 'main';
/** Key of the second copy in its area. */
export const SECOND_KEY = 'vault';

const documentText = v.pipe(v.string(), v.maxLength(10_000_000));

/** One copy as stored: the document as JSON text, a plain digest of it, and its MAC. */
const StoredCopy = v.strictObject({
  text: documentText,
  /** Detects damage without any key. Anyone who edits the text can write a new one: see `mac`. */
  digest: v.string(),
  /** Over the text, under a key that only the vault key gives (document-mac.ts). */
  mac: v.pipe(v.string(), v.maxLength(100)),
});
export type StoredCopy = v.InferOutput<typeof StoredCopy>;

/** An undamaged copy. Only its vault key can tell whether it's authentic (opening.ts). */
export type GoodCopy = {
  readonly kind: 'good';
  readonly document: VaultDocument;
  readonly stored: StoredCopy;
};

export type Copy =
  | { readonly kind: 'absent' }
  | GoodCopy
  /** Or of an unreleased version: `vault_unreleased`. */
  | { readonly kind: 'damaged'; readonly error: KeystampError }
  /** The store itself doesn't respond: nothing is known, not even whether a copy is there. */
  | { readonly kind: 'unreadable'; readonly error: KeystampError };

/** The first copy and the second copy. */
export type BothCopies = readonly [main: Copy, second: Copy];

/** What both copies together say without a key. */
export type FoundVault =
  | { readonly status: 'missing' }
  | { readonly status: 'damaged'; readonly error: KeystampError }
  /** One or two undamaged copies, highest revision first. */
  | { readonly status: 'good'; readonly copies: readonly [GoodCopy, ...GoodCopy[]] };

export type Copies = ReturnType<typeof createCopies>;

/** The two copies in the given stores. */
export function createCopies(connect: Connect, area: Area) {
  const second = createItem<unknown>(area, SECOND_KEY, v.unknown());

  async function readMainRow(): Promise<unknown> {
    const db = await connect();
    return read(db, (open) => open.get('vault', MAIN_KEY));
  }

  async function writeMain(copy: StoredCopy): Promise<void> {
    const db = await connect();
    await write(db, ['vault'], (tx) => tx.objectStore('vault').put(copy, MAIN_KEY));
    await demandSame(readMainRow, copy);
  }

  async function writeSecond(copy: StoredCopy): Promise<void> {
    await second.set(copy);
    await demandSame(second.get, copy);
  }

  async function restoreSecond(before: unknown): Promise<void> {
    try {
      await (before === undefined ? second.remove() : second.set(before));
    } catch {
      // Report the first error. The next unlock decides between the copies.
    }
  }

  const readMain = () => readCopy(readMainRow);
  const readBoth = (): Promise<BothCopies> => Promise.all([readMain(), readCopy(second.get)]);

  return {
    readMain,
    readBoth,

    /** Compares both copies. `storage_failed` if one store is silent and the other isn't good. */
    find: async (): Promise<FoundVault> => compareCopies(await readBoth()),

    /**
     * Writes a copy to both stores, second first, and reads each one back. If the first store can't
     * be written, restores the second. Errors: `storage_full`, `storage_failed`; the vault is
     * unchanged then.
     */
    save: async (copy: StoredCopy): Promise<void> => {
      const before = await second.get();
      try {
        await writeSecond(copy);
        await writeMain(copy);
      } catch (error) {
        await restoreSecond(before);
        throw error;
      }
    },

    /** Writes a copy to the stores that don't have it. A store that fails keeps its own. */
    repair: async (copy: StoredCopy, [main, other]: BothCopies): Promise<void> => {
      const writes = [];
      if (!isCopyOf(main, copy)) writes.push(writeMain(copy));
      if (!isCopyOf(other, copy)) writes.push(writeSecond(copy));
      await Promise.allSettled(writes);
    },

    /** Removes both copies, even if only one store responds. Then throws the other one's error. */
    remove: async (): Promise<void> => {
      const clearing = connect().then((db) =>
        write(db, ['vault'], (tx) => tx.objectStore('vault').clear()),
      );
      const results = await Promise.allSettled([clearing, second.remove()]);
      for (const result of results) if (result.status === 'rejected') throw result.reason;
    },
  };
}

/** A document's text with its digest and the given MAC. */
export async function toStoredCopy(text: string, mac: string): Promise<StoredCopy> {
  return { text, digest: await fingerprint(text), mac };
}

function isCopyOf(copy: Copy, { text, mac }: StoredCopy): boolean {
  return copy.kind === 'good' && copy.stored.text === text && copy.stored.mac === mac;
}

async function readCopy(get: () => Promise<unknown>): Promise<Copy> {
  let stored: unknown;
  try {
    stored = await get();
  } catch (cause) {
    const error = toReadError(cause);
    return { kind: error.code === 'vault_unreleased' ? 'damaged' : 'unreadable', error };
  }
  // Anything else that isn't a copy is damage: someone wrote it.
  return stored === undefined ? { kind: 'absent' } : parseCopy(stored);
}

/** Parses a stored copy: `good` or `damaged`. */
export async function parseCopy(value: unknown): Promise<Copy> {
  const stored = v.safeParse(StoredCopy, value);
  if (!stored.success || (await fingerprint(stored.output.text)) !== stored.output.digest) {
    return refusedCopy(value);
  }
  const document = v.safeParse(VaultDocument, readJson(stored.output.text));
  if (document.success) {
    return { kind: 'good', document: document.output, stored: stored.output };
  }
  // Undamaged bytes with parameters out of bounds are an attack or a bug, so the error says so.
  const isKdfRefused = document.issues.some((issue) =>
    v.getDotPath(issue)?.startsWith('header.kdf'),
  );
  return refusedCopy(value, isKdfRefused ? 'kdf_refused' : 'vault_damaged');
}

const unreleasedNumber = v.pipe(v.number(), v.maxValue(VAULT_VERSION - 1));
const unreleasedDocument = v.looseObject({ v: unreleasedNumber });

/**
 * A copy that can't be opened. One that carries the number of an unreleased version is called that;
 * nothing else of it is looked at. Who plants one gains what an unreadable file gains.
 */
function refusedCopy(value: unknown, code: ErrorCode = 'vault_damaged'): Copy {
  const copy = v.safeParse(v.looseObject({ text: documentText }), value);
  const isUnreleased = copy.success && v.is(unreleasedDocument, readJson(copy.output.text));
  return { kind: 'damaged', error: new KeystampError(isUnreleased ? 'vault_unreleased' : code) };
}

/**
 * Which error stands for both copies, the foremost last. A file of an unreleased version comes last
 * of all: next to remains of a vault it says nothing about those.
 */
const FOREMOST: readonly ErrorCode[] = ['vault_unreleased', 'vault_damaged', 'kdf_refused'];

/** What both copies say together. Errors: those of `find`. */
export function compareCopies(copies: BothCopies): FoundVault {
  const good = copies.filter((copy) => copy.kind === 'good');
  const [first, ...others] = good.toSorted((a, b) => b.document.revision - a.document.revision);
  if (first) return { status: 'good', copies: [first, ...others] };
  for (const copy of copies) if (copy.kind === 'unreadable') throw copy.error;
  const errors = copies.flatMap((copy) => (copy.kind === 'damaged' ? copy.error : []));
  const [worst] = errors.toSorted((a, b) => FOREMOST.indexOf(b.code) - FOREMOST.indexOf(a.code));
  return worst ? { status: 'damaged', error: worst } : { status: 'missing' };
}

async function demandSame(get: () => Promise<unknown>, { text, mac }: StoredCopy): Promise<void> {
  const copy = v.safeParse(StoredCopy, await get());
  if (!copy.success || copy.output.text !== text || copy.output.mac !== mac) {
    throw new KeystampError('storage_failed', undefined, { reason: 'storage_unread' });
  }
}

function toReadError(error: unknown): KeystampError {
  if (error instanceof KeystampError && error.code !== 'malformed') return error;
  return new KeystampError('storage_failed', undefined, undefined, error);
}
