// Another master key: everything that is sealed is sealed anew, in one transaction. Ended anywhere before
// its commit it has changed nothing, and after it the old key opens nothing.
import { asc, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { wipe, type Bytes, type RandomBytes } from '../crypto/bytes.ts';
import { KeystampError } from '../protocol/errors.ts';
import { withSetupLock, type Database } from './database.ts';
import { createBox, type Enclave } from './enclave.ts';
import { demandNobody } from './presence.ts';
import * as t from './schema.ts';
import { enclaveKeys } from './service-tables.ts';
import { SEAL_LABELS } from './seal-labels.ts';

/** A column whose values are sealed, unless they are null. */
type SealedColumn = {
  readonly table: PgTable;
  readonly column: PgColumn;
  /** Of each row, unique and never changed; the last one is unique after the others. */
  readonly key: readonly PgColumn[];
  readonly labelOf: (key: readonly string[]) => string;
};

const of = (label: (id: string) => string) => (key: readonly string[]) => label(key[0] ?? '');

/** All of them; a test compares them with the columns that the tables have. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: enclaveKeys,
    column: enclaveKeys.sealed,
    key: [enclaveKeys.name],
    labelOf: of(SEAL_LABELS.enclaveKey),
  },
  {
    table: t.wallets,
    column: t.wallets.sealed,
    key: [t.wallets.id],
    labelOf: of(SEAL_LABELS.wallet),
  },
  {
    table: t.wallets,
    column: t.wallets.passphrase,
    key: [t.wallets.id],
    labelOf: of(SEAL_LABELS.walletPassphrase),
  },
  {
    table: t.privateKeys,
    column: t.privateKeys.sealed,
    key: [t.privateKeys.organizationId, t.privateKeys.id],
    labelOf: ([organizationId = '', id = '']) => SEAL_LABELS.privateKey(organizationId, id),
  },
  {
    table: t.importTargets,
    column: t.importTargets.sealed,
    key: [t.importTargets.id],
    labelOf: of(SEAL_LABELS.importTarget),
  },
  { table: t.otps, column: t.otps.sealed, key: [t.otps.id], labelOf: of(SEAL_LABELS.otpTarget) },
  {
    table: t.sentCodes,
    column: t.sentCodes.sealed,
    key: [t.sentCodes.otpId],
    labelOf: of(SEAL_LABELS.sentCode),
  },
  {
    table: t.activities,
    column: t.activities.result,
    key: [t.activities.id],
    labelOf: of(SEAL_LABELS.activityResult),
  },
];

/** Rows read at a time. */
const BATCH = 500;

type Keys = { readonly from: Bytes; readonly to: Bytes; readonly random: RandomBytes };

/**
 * Seals everything under `to`; false if it is sealed under that key already. Rejects, and changes nothing, if neither key
 * opens the database or a service uses it.
 */
export async function rotateMasterKey(db: Database, { from, to, random }: Keys): Promise<boolean> {
  const [old, fresh] = [createBox(from, random), createBox(to, random)];
  return withSetupLock(db, async (tx) => {
    if (await opens(tx, fresh)) return false;
    if (!(await opens(tx, old))) throw new Error(WRONG_KEY);
    await demandNobody(tx);
    for (const column of SEALED_COLUMNS) await sealAnew(tx, column, old, fresh);
    return true;
  });
}

const WRONG_KEY =
  'The master key does not open this database, or there is nothing in it yet. Give the key it was made with in KEYSTAMP_SERVICE_KEY, or its data folder with --data. Nothing was changed.';

/** Whether the master key is this one. */
export async function opensDatabase(
  db: Database,
  master: Bytes,
  random: RandomBytes,
): Promise<boolean> {
  return opens(db, createBox(master, random));
}

type Box = Pick<Enclave, 'seal' | 'open'>;

async function opens(db: Database, box: Box): Promise<boolean> {
  const [key] = await db.select().from(enclaveKeys).orderBy(asc(enclaveKeys.name)).limit(1);
  if (!key) return false;
  try {
    await box.open(key.sealed, SEAL_LABELS.enclaveKey(key.name));
    return true;
  } catch (error) {
    if (error instanceof KeystampError) return false;
    throw error;
  }
}

async function sealAnew(tx: Database, sealed: SealedColumn, old: Box, fresh: Box): Promise<void> {
  const { table, column, key, labelOf } = sealed;
  const listOf = (values: readonly (PgColumn | string)[]) =>
    sql.join(
      values.map((one) => sql`${one}`),
      sql`, `,
    );
  const keyList = listOf(key);
  let after: readonly string[] | undefined;
  for (;;) {
    const isLater = after && sql` and (${keyList}) > (${listOf(after)})`;
    const rows = await tx
      .select({
        key: sql<string>`json_build_array(${keyList})::text`,
        value: sql<string>`${column}`,
      })
      .from(table)
      // A result in plaintext is an object.
      .where(sql`${column} is not null and ${column} not like '{%'${isLater ?? sql``}`)
      .orderBy(keyList)
      .limit(BATCH);
    for (const { key: text, value } of rows) {
      const parts = JSON.parse(text) as readonly string[];
      const label = labelOf(parts);
      const plaintext = await old.open(value, label);
      const box = await fresh.seal(plaintext, label);
      wipe(plaintext);
      const isRow = sql.join(
        key.map((one, at) => sql`${one} = ${parts[at]}`),
        sql` and `,
      );
      await tx.execute(
        sql`update ${table} set ${sql.identifier(column.name)} = ${box} where ${isRow}`,
      );
      after = parts;
    }
    if (rows.length < BATCH) return;
  }
}
