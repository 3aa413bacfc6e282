// Databases as former versions of the service left them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { ROOT } from '../../scripts/tool.ts';
import { withSetupLock, type OpenDatabase } from '../../src/service/database.ts';
import { createEmbeddedDatabase } from '../../src/service/embedded-database.ts';
import { migrate } from '../../src/service/migrations.ts';

const VECTORS = join(ROOT, 'test', 'vectors');

type StampedRequest = { readonly body: string; readonly header: string; readonly stamp: string };

/** Facts about the database of version 2, which the service of that version made. */
export type FormerVectors = {
  readonly master: string;
  readonly now: number;
  readonly organizationId: string;
  readonly enclaveQuorumPublic: string;
  readonly userId: string;
  readonly walletId: string;
  readonly privateKeyId: string;
  readonly addresses: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  readonly apiKey: StampedRequest;
  readonly passkey: StampedRequest;
  readonly resubmit: StampedRequest & { readonly activityId: string };
};

export const FORMER = JSON.parse(
  readFileSync(join(VECTORS, 'former-database.json'), 'utf8'),
) as FormerVectors;

/** Its files, as a tar archive. */
export const formerFiles = (): Buffer =>
  brotliDecompressSync(readFileSync(join(VECTORS, 'former-database.tar.br')));

/** The statements of version 1. */
export const FORMER_SCHEMA = readFileSync(join(VECTORS, 'former-schema-1.sql'), 'utf8');
const VERSION_TABLE = `
  create table schema_version (single boolean primary key default true, version integer not null);
  insert into schema_version (version) values (1);`;

/** Version 1 with some rows, as SQL. */
export const formerWith = (rows: string): string => FORMER_SCHEMA + VERSION_TABLE + rows;

/** A copy of the database of version 2, unchanged. */
export async function openFormer(): Promise<PGlite> {
  const loadDataDir = new Blob([Uint8Array.from(formerFiles())]);
  return PGlite.create({ dataDir: 'memory://', loadDataDir });
}

/** What opening does to a database. */
export async function upgradeDatabase(client: PGlite): Promise<OpenDatabase> {
  const open = createEmbeddedDatabase(client);
  await withSetupLock(open.db, migrate);
  return { ...open, kind: 'memory' };
}
