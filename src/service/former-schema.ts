// Databases older than src/service/migrations: versions 1 and 2, as counted in `schema_version`.
import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** The last version that was written by hand. */
const LAST_VERSION = 2;

/**
 * What version 2 added: passkeys and read-only sessions. A later step creates its functions again.
 */
const PASSKEY_STATEMENTS: readonly string[] = [
  `create table authenticators (
    id uuid primary key,
    organization_id uuid not null references organizations (id),
    user_id uuid not null references users (id),
    name text not null, credential_id text not null, public_key text not null,
    rp_id_hash text not null,
    sign_count bigint not null, last_stamp text,
    transports text not null, aaguid text not null, attestation_type text not null,
    created_at bigint not null, updated_at bigint not null,
    constraint authenticators_credential unique (organization_id, credential_id))`,
  'create index authenticators_by_user on authenticators (user_id)',
  `create table read_sessions (
    digest text primary key,
    organization_id uuid not null references organizations (id),
    user_id uuid not null references users (id),
    api_key_id uuid references api_keys (id) on delete cascade,
    authenticator_id uuid references authenticators (id) on delete cascade,
    expires_at bigint not null,
    check (num_nonnulls(api_key_id, authenticator_id) = 1))`,
  'create index read_sessions_by_api_key on read_sessions (api_key_id)',
  'create index read_sessions_by_authenticator on read_sessions (authenticator_id)',
];

/** Gives foreign keys the names that drizzle-kit uses: a later migration may need to name one. */
const RENAME_FOREIGN_KEYS = `do $$
  declare
    one record;
  begin
    for one in
      select c.conname as former, r.relname as owner,
          format('%s_%s_%s_%s_fk', r.relname, a.attname, f.relname, b.attname) as present
        from pg_constraint c
        join pg_class r on r.oid = c.conrelid
        join pg_class f on f.oid = c.confrelid
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
        join pg_attribute b on b.attrelid = c.confrelid and b.attnum = c.confkey[1]
        where c.contype = 'f' and c.connamespace = current_schema()::regnamespace
          and c.conname = format('%s_%s_fkey', r.relname, a.attname)
    loop
      execute format('alter table %I rename constraint %I to %I', one.owner, one.former, one.present);
    end loop;
  end $$`;

/**
 * Gives a former database the tables of the first migration. False when there is no such database.
 * Rejects a version that never existed. The version it leaves is one that former services refuse by
 * name.
 */
export async function adoptFormerDatabase(tx: Database): Promise<boolean> {
  const [versionTable] = await tx
    .select({ former: sql<boolean>`to_regclass('schema_version') is not null` })
    .from(sql`(values (1)) as once`);
  if (!versionTable?.former) return false;
  const [row] = await tx
    .select({ version: sql<number>`version` })
    .from(sql`schema_version`)
    .limit(1);
  const version = row?.version ?? 0;
  if (version < 1 || version > LAST_VERSION) {
    throw new Error(
      `The database has version ${version}, this service knows 1 to ${LAST_VERSION} of those. Use the service that wrote it.`,
    );
  }
  const missing =
    version < LAST_VERSION ? [...PASSKEY_STATEMENTS, RENAME_FOREIGN_KEYS] : [RENAME_FOREIGN_KEYS];
  for (const statement of missing) await tx.execute(sql.raw(statement));
  await tx.execute(sql`update schema_version set version = ${LAST_VERSION + 1}`);
  return true;
}
