import { and, asc, eq, inArray } from 'drizzle-orm';
import { toHex, wipe, type Bytes } from '../../crypto/bytes.ts';
import { generatePrivateKey, publicKeyOf } from '../../crypto/keys.ts';
import { CURVE_NAMES, type AddressFormat, type Curve } from '../../protocol/enums.ts';
import { KeystampError } from '../../protocol/errors.ts';
import type { Context, QueryHandlers, SubmitHandlers } from '../context.ts';
import { brokenConstraint } from '../database.ts';
import { demandDeletable } from '../deletion.ts';
import { addressIn } from '../derivation.ts';
import { demandTarget, exportBundle } from '../export-bundle.ts';
import { derivedId } from '../ids.ts';
import { receiveImport, startImport, type ImportKind } from '../import-targets.ts';
import { conflict, invalid, notFound } from '../refusal.ts';
import { privateKeys } from '../schema.ts';
import { giveTags, PRIVATE_KEY_TAG, readPrivateKeyTags } from '../tags.ts';
import { wirePrivateKey } from '../wire-records.ts';
import { SEAL_LABELS } from '../seal-labels.ts';

export const privateKeyQueries: QueryHandlers<'list_private_keys' | 'get_private_key'> = {
  list_private_keys: async (_values, { db, organizationId }) => {
    const rows = await db
      .select()
      .from(privateKeys)
      .where(eq(privateKeys.organizationId, organizationId))
      .orderBy(asc(privateKeys.createdAt), asc(privateKeys.id));
    const tags = await readPrivateKeyTags(db, organizationId);
    return { privateKeys: rows.map((row) => wirePrivateKey(row, tags.get(row.id) ?? [])) };
  },

  get_private_key: async ({ privateKeyId }, { db, organizationId }) => {
    const [row] = await db
      .select()
      .from(privateKeys)
      .where(and(eq(privateKeys.organizationId, organizationId), eq(privateKeys.id, privateKeyId)));
    if (!row) throw notFound('private key', privateKeyId, organizationId);
    const tags = await readPrivateKeyTags(db, organizationId, [row.id]);
    return { privateKey: wirePrivateKey(row, tags.get(row.id) ?? []) };
  },
};

type PrivateKeySubmit =
  | 'create_private_keys'
  | 'init_import_private_key'
  | 'import_private_key'
  | 'export_private_key'
  | 'delete_private_keys';

export const privateKeySubmits: SubmitHandlers<PrivateKeySubmit> = {
  create_private_keys: async ({ privateKeys: created }, context) => {
    const made = [];
    // Lists keep the order of keys that were created at the same moment by their ids, which come of the keys.
    for (const { privateKeyName: name, curve, addressFormats, privateKeyTags } of created) {
      const secret = generatePrivateKey(CURVE_NAMES[curve], context.random);
      const request = { name, curve, addressFormats, imported: false };
      const { id, addresses } = await storeKey(secret, request, context);
      await giveTags(PRIVATE_KEY_TAG, id, privateKeyTags, context);
      made.push({ privateKeyId: id, addresses });
    }
    return { privateKeys: made };
  },

  init_import_private_key: ({ userId }, context) => startImport(userId, IMPORT, context),

  import_private_key: async (values, context) => {
    const { privateKeyName: name, curve, addressFormats } = values;
    const plaintext = await receiveImport(values, IMPORT, context);
    const request = { name, curve, addressFormats, imported: true };
    const { id, addresses } = await storeKey(plaintext, request, context);
    return { privateKeyId: id, addresses };
  },

  export_private_key: async ({ privateKeyId, targetPublicKey }, context) => {
    const { db, organizationId, enclave } = context;
    const target = await demandTarget(targetPublicKey);
    const id = privateKeyId.toLowerCase();
    const [key] = await db
      .update(privateKeys)
      .set({ exported: true })
      .where(and(eq(privateKeys.organizationId, organizationId), eq(privateKeys.id, id)))
      .returning({ sealed: privateKeys.sealed });
    if (!key) throw notFound('private key', privateKeyId, organizationId);
    const plaintext = await enclave.open(key.sealed, SEAL_LABELS.privateKey(organizationId, id));
    return { privateKeyId: id, exportBundle: await exportBundle(plaintext, target, context) };
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

type KeyRequest = {
  readonly name: string;
  readonly curve: Curve;
  readonly addressFormats: readonly AddressFormat[];
  readonly imported: boolean;
};

/** Stores a private key, sealed, and wipes it. 409 for one that the organization has already. */
async function storeKey(secret: Bytes, request: KeyRequest, context: Context) {
  const { db, organizationId, now, enclave } = context;
  const { addressFormats, ...columns } = request;
  try {
    const described = describeKey(organizationId, request.curve, secret, addressFormats);
    const { id, publicKey, addresses } = described;
    const sealed = await enclave.seal(secret, SEAL_LABELS.privateKey(organizationId, id));
    const key = {
      ...columns,
      organizationId,
      id,
      publicKey,
      sealed,
      createdAt: now,
      updatedAt: now,
    };
    await db
      .insert(privateKeys)
      .values({ ...key, addresses: JSON.stringify(addresses) })
      .catch((error: unknown) => {
        if (brokenConstraint(error) === undefined) throw error;
        throw conflict(`private key with ID ${id} has already been imported in this organization`);
      });
    return { id, addresses };
  } finally {
    wipe(secret);
  }
}

const IMPORT: ImportKind = { what: 'private key', begin: 'init_import_private_key' };

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
    address: addressIn(format, { curve, bytes: publicKey }),
  }));
  return { id, publicKey: toHex(publicKey), addresses };
}

function publicKeyOfImport(curve: Curve, bytes: Bytes): Bytes {
  // RFC 8032 accepts any 32 bytes, but all zeros is never a key, only a client's mistake.
  const isZero = bytes.every((byte) => byte === 0);
  try {
    if (!isZero) return publicKeyOf(CURVE_NAMES[curve], bytes);
  } catch (error) {
    if (!(error instanceof KeystampError)) throw error;
  }
  const what = `the decrypted ${bytes.length} bytes are no key of ${curve}`;
  if (bytes.length !== 32) throw invalid(`invalid private key: ${what}: a key has 32 bytes`);
  if (isZero) throw invalid(`invalid private key: ${what}: the key is zero`);
  throw invalid(`invalid private key: ${what}: the key is not below the curve's order`);
}
