// Key pairs that imports are encrypted to: each for one user and one import.
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { parseEncryptedBundle, signBundle } from '../crypto/bundle.ts';
import { fromHex, toHex, wipe, type Bytes } from '../crypto/bytes.ts';
import { KeystampError } from '../protocol/errors.ts';
import type { Context } from './context.ts';
import { randomId } from './ids.ts';
import { forbidden, invalid, notFound, type Refusal } from './refusal.ts';
import { importTargets, users } from './schema.ts';
import { SEAL_LABELS } from './seal-labels.ts';

/** How long a target waits for its import, and how many of a user's to try: our choices. */
const TARGET_LIFETIME_MS = 24 * 3_600_000;
const MAX_TARGETS_TRIED = 50;

/** What is imported, in the words of refusals, and the operation that starts it. */
export type ImportKind = { readonly what: string; readonly begin: string };

/** A bundle with a fresh target for an import by the user who stamps; 403 for any other. */
export async function startImport(
  userId: string,
  kind: ImportKind,
  context: Context,
): Promise<{ importBundle: string }> {
  const { db, organizationId, now, random, enclave } = context;
  await demandOwnUser(userId, kind, context);
  const id = randomId(random);
  const { publicKey, sealed } = await enclave.createTarget(SEAL_LABELS.importTarget(id));
  const targetPublic = toHex(publicKey);
  const columns = { id, organizationId, userId, createdAt: now };
  await db.insert(importTargets).values({ ...columns, publicKey: targetPublic, sealed });
  const data = { targetPublic, organizationId, userId: userId.toLowerCase() };
  return { importBundle: await signBundle(data, enclave.signer) };
}

/**
 * What a bundle contains, for the user who stamps; uses up its target, unless the import is refused
 * later. The caller wipes it.
 */
export async function receiveImport(
  { userId, encryptedBundle }: { readonly userId: string; readonly encryptedBundle: string },
  kind: ImportKind,
  context: Context,
): Promise<Bytes> {
  const { plaintext, spend } = await openImport({ userId, encryptedBundle }, kind, context);
  try {
    const [spent] = await spend;
    if (!spent) throw bundleUsed(kind);
    return plaintext;
  } catch (error) {
    wipe(plaintext);
    throw error;
  }
}

/**
 * The same, without using the target up: `spend` does, and changes nothing if another import did. The others
 * wait in it until that one ends. A refusal later in the transaction undoes it.
 */
export async function openImport(
  { userId, encryptedBundle }: { readonly userId: string; readonly encryptedBundle: string },
  kind: ImportKind,
  context: Context,
) {
  await demandOwnUser(userId, kind, context);
  const { targetId, plaintext } = await openBundle(encryptedBundle, kind, context);
  const { db, now } = context;
  const spend = db
    .update(importTargets)
    .set({ usedAt: now })
    .where(and(eq(importTargets.id, targetId), isNull(importTargets.usedAt)))
    .returning({ id: importTargets.id });
  return { plaintext, spend };
}

/**
 * An import that names another user is denied by default (docs/protocol.md, The ten operations).
 */
async function demandOwnUser(
  userId: string,
  { what }: ImportKind,
  { db, caller, organizationId }: Context,
): Promise<void> {
  if (userId.toLowerCase() === caller.userId) return;
  const user = and(eq(users.organizationId, organizationId), eq(users.id, userId));
  if ((await db.$count(users, user)) === 0) throw notFound('user', userId, organizationId);
  throw forbidden(`A ${what} is imported by the user who stamps the request.`);
}

/**
 * The content. The bundle doesn't name its target, so we try the user's: unused ones first, then used
 * and expired ones too, to tell a repeated bundle from a foreign one.
 */
async function openBundle(
  bundle: string,
  kind: ImportKind,
  { db, caller, now, enclave }: Context,
): Promise<{ targetId: string; plaintext: Bytes }> {
  const targets = await db
    .select()
    .from(importTargets)
    .where(eq(importTargets.userId, caller.userId))
    .orderBy(sql`${importTargets.usedAt} desc nulls first`, desc(importTargets.createdAt))
    .limit(MAX_TARGETS_TRIED);
  if (targets.length === 0) {
    throw invalid(`no import was started by this user: run ${kind.begin} first`);
  }
  const sealed = parseEncryptedBundle(bundle);
  for (const { id, publicKey, sealed: sealedKey, usedAt, createdAt } of targets) {
    const target = { publicKey: fromHex(publicKey), sealed: sealedKey };
    const plaintext = await enclave
      .openTarget(target, SEAL_LABELS.importTarget(id), sealed)
      .catch(ignoreForeignTarget);
    if (!plaintext) continue;
    if (usedAt === null && createdAt > now - TARGET_LIFETIME_MS) return { targetId: id, plaintext };
    wipe(plaintext);
    throw usedAt === null ? bundleExpired(kind) : bundleUsed(kind);
  }
  throw invalid(
    'failed to decrypt encrypted bundle: it is not encrypted to the target of an import that this user started, or it was changed on its way',
  );
}

export function bundleUsed({ begin }: ImportKind): Refusal {
  return invalid(
    `the import bundle has been used already: its target key serves one import, run ${begin} for another`,
  );
}

function bundleExpired({ begin }: ImportKind): Refusal {
  return invalid(
    `the import bundle has expired: its target key waits 24 hours, run ${begin} for another`,
  );
}

function ignoreForeignTarget(error: unknown): undefined {
  if (error instanceof KeystampError && error.code === 'malformed') return undefined;
  throw error;
}
