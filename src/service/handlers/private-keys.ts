import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { addressOf } from '../../addresses/address.ts';
import { parseEncryptedBundle, signBundle } from '../../crypto/bundle.ts';
import { fromHex, toHex, wipe, type Bytes } from '../../crypto/bytes.ts';
import { publicKeyOf } from '../../crypto/keys.ts';
import type { AddressFormat, Curve } from '../../protocol/enums.ts';
import { KeystampError } from '../../protocol/errors.ts';
import type { Context, QueryHandlers, SubmitHandlers } from '../context.ts';
import { brokenConstraint } from '../database.ts';
import { demandDeletable } from '../deletion.ts';
import { derivedId, randomId } from '../ids.ts';
import { conflict, forbidden, invalid, notFound, type Refusal } from '../refusal.ts';
import { importTargets, privateKeys, users } from '../schema.ts';
import { wirePrivateKey } from '../wire-records.ts';

/** How long a target waits for its import, and how many of a user's to try: our choices. */
const TARGET_LIFETIME_MS = 24 * 3_600_000;
const MAX_TARGETS_TRIED = 50;

export const privateKeyQueries: QueryHandlers<'list_private_keys' | 'get_private_key'> = {
  list_private_keys: async (_values, { db, organizationId }) => {
    const rows = await db
      .select()
      .from(privateKeys)
      .where(eq(privateKeys.organizationId, organizationId))
      .orderBy(asc(privateKeys.createdAt), asc(privateKeys.id));
    return { privateKeys: rows.map(wirePrivateKey) };
  },

  get_private_key: async ({ privateKeyId }, { db, organizationId }) => {
    const [row] = await db
      .select()
      .from(privateKeys)
      .where(and(eq(privateKeys.organizationId, organizationId), eq(privateKeys.id, privateKeyId)));
    if (!row) throw notFound('private key', privateKeyId, organizationId);
    return { privateKey: wirePrivateKey(row) };
  },
};

type PrivateKeySubmit = 'init_import_private_key' | 'import_private_key' | 'delete_private_keys';

export const privateKeySubmits: SubmitHandlers<PrivateKeySubmit> = {
  init_import_private_key: async ({ userId }, context) => {
    const { db, organizationId, now, random, enclave } = context;
    await demandOwnUser(userId, context);
    const id = randomId(random);
    const { publicKey, sealed } = await enclave.createTarget(targetLabel(id));
    const targetPublic = toHex(publicKey);
    const columns = { id, organizationId, userId, createdAt: now };
    await db.insert(importTargets).values({ ...columns, publicKey: targetPublic, sealed });
    const data = { targetPublic, organizationId, userId: userId.toLowerCase() };
    return { importBundle: await signBundle(data, enclave.signer) };
  },

  import_private_key: async (values, context) => {
    const { db, organizationId, now, enclave } = context;
    const { userId, privateKeyName: name, encryptedBundle, curve, addressFormats } = values;
    await demandOwnUser(userId, context);
    const { targetId, plaintext } = await openImport(encryptedBundle, context);
    try {
      await spendTarget(targetId, context);
      const importedKey = describeKey(organizationId, curve, plaintext, addressFormats);
      const { id, publicKey, addresses } = importedKey;
      const sealed = await enclave.seal(plaintext, `private-key:${organizationId}:${id}`);
      const timestamps = { createdAt: now, updatedAt: now };
      const key = {
        organizationId,
        id,
        name,
        curve,
        publicKey,
        sealed,
        imported: true,
        ...timestamps,
      };
      await db
        .insert(privateKeys)
        .values({ ...key, addresses: JSON.stringify(addresses) })
        .catch((error: unknown) => {
          if (brokenConstraint(error) === undefined) throw error;
          throw conflict(
            `private key with ID ${id} has already been imported in this organization`,
          );
        });
      return { privateKeyId: id, addresses };
    } finally {
      wipe(plaintext);
    }
  },

  delete_private_keys: async ({ privateKeyIds, deleteWithoutExport }, { db, organizationId }) => {
    const ids = privateKeyIds.map((id) => id.toLowerCase());
    const own = and(eq(privateKeys.organizationId, organizationId), inArray(privateKeys.id, ids));
    // In one order, like wallets.
    const rows = await db
      .select({ id: privateKeys.id, exported: privateKeys.exported })
      .from(privateKeys)
      .where(own)
      .orderBy(asc(privateKeys.id))
      .for('update');
    const what = 'private key';
    demandDeletable(rows, { what, ids, organizationId, deleteWithoutExport, code: '' });
    await db.delete(privateKeys).where(own);
    return { privateKeyIds: ids };
  },
};

const targetLabel = (id: string) => `import-target:${id}`;

/**
 * An import that names another user is denied by default (docs/protocol.md, The ten operations).
 */
async function demandOwnUser(
  userId: string,
  { db, caller, organizationId }: Context,
): Promise<void> {
  if (userId.toLowerCase() === caller.userId) return;
  const user = and(eq(users.organizationId, organizationId), eq(users.id, userId));
  if ((await db.$count(users, user)) === 0) throw notFound('user', userId, organizationId);
  throw forbidden('A private key is imported by the user who stamps the request.');
}

/**
 * The key's bytes. The bundle doesn't name its target, so we try the user's: unused ones first,
 * then used and expired ones too, to tell a repeated bundle from a foreign one.
 */
async function openImport(
  bundle: string,
  { db, caller, now, enclave }: Context,
): Promise<{ targetId: string; plaintext: Bytes }> {
  const targets = await db
    .select()
    .from(importTargets)
    .where(eq(importTargets.userId, caller.userId))
    .orderBy(sql`${importTargets.usedAt} desc nulls first`, desc(importTargets.createdAt))
    .limit(MAX_TARGETS_TRIED);
  if (targets.length === 0) {
    throw invalid('no import was started by this user: run init_import_private_key first');
  }
  const sealed = parseEncryptedBundle(bundle);
  for (const { id, publicKey, sealed: sealedKey, usedAt, createdAt } of targets) {
    const target = { publicKey: fromHex(publicKey), sealed: sealedKey };
    const plaintext = await enclave
      .openTarget(target, targetLabel(id), sealed)
      .catch(ignoreForeignTarget);
    if (!plaintext) continue;
    if (usedAt === null && createdAt > now - TARGET_LIFETIME_MS) return { targetId: id, plaintext };
    wipe(plaintext);
    throw usedAt === null ? bundleExpired() : bundleUsed();
  }
  throw invalid(
    'failed to decrypt encrypted bundle: it is not encrypted to the target of an import that this user started, or it was changed on its way',
  );
}

function bundleUsed(): Refusal {
  return invalid(
    'the import bundle has been used already: its target key serves one import, run init_import_private_key for another',
  );
}

function bundleExpired(): Refusal {
  return invalid(
    'the import bundle has expired: its target key waits 24 hours, run init_import_private_key for another',
  );
}

function ignoreForeignTarget(error: unknown): undefined {
  if (error instanceof KeystampError && error.code === 'malformed') return undefined;
  throw error;
}

const API_CURVE = {
  CURVE_SECP256K1: 'SECP256K1',
  CURVE_ED25519: 'ED25519',
  CURVE_P256: 'P256',
} as const satisfies Record<Curve, string>;

function describeKey(
  organizationId: string,
  curve: Curve,
  bytes: Bytes,
  formats: readonly AddressFormat[],
) {
  const publicKey = publicKeyOfImport(curve, bytes);
  const id = derivedId('private key', organizationId, curve, toHex(publicKey));
  const addresses = formats.map((format) => ({
    format,
    address: derive(format, { curve, bytes: publicKey }),
  }));
  return { id, publicKey: toHex(publicKey), addresses };
}

function publicKeyOfImport(curve: Curve, bytes: Bytes): Bytes {
  // RFC 8032 accepts any 32 bytes, but all zeros is never a key, only a client's mistake.
  const isZero = bytes.every((byte) => byte === 0);
  try {
    if (!isZero) return publicKeyOf(API_CURVE[curve], bytes);
  } catch (error) {
    if (!(error instanceof KeystampError)) throw error;
  }
  const what = `the decrypted ${bytes.length} bytes are no key of ${curve}`;
  if (bytes.length !== 32) throw invalid(`invalid private key: ${what}: a key has 32 bytes`);
  if (isZero) throw invalid(`invalid private key: ${what}: the key is zero`);
  throw invalid(`invalid private key: ${what}: the key is not below the curve's order`);
}

function derive(format: AddressFormat, publicKey: { curve: Curve; bytes: Bytes }): string {
  try {
    return addressOf(format, publicKey);
  } catch (error) {
    if (!(error instanceof KeystampError)) throw error;
    throw invalid(`invalid address format: ${error.message}`);
  }
}

/**
 * Uses up the target. When several imports want the same one, the others wait here until the first
 * ends. A refusal later in the import undoes it.
 */
async function spendTarget(id: string, { db, now }: Context): Promise<void> {
  const [spent] = await db
    .update(importTargets)
    .set({ usedAt: now })
    .where(and(eq(importTargets.id, id), isNull(importTargets.usedAt)))
    .returning({ id: importTargets.id });
  if (!spent) throw bundleUsed();
}
