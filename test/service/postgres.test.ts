import postgres from 'postgres';
import { describe, expect, test } from 'vitest';
import { startPostgres, whyNoPostgres } from './postgres.ts';

const missing = whyNoPostgres();

describe('startPostgres', () => {
  test.skipIf(missing)(
    `behavior: a server of its own answers and leaves nothing behind${missing ? ` (skipped: ${missing})` : ''}`,
    { timeout: 60_000 },
    async () => {
      const server = await startPostgres();
      const sql = postgres(server.url, { max: 1 });
      const [row] = await sql`select 6 * 7 as answer`;
      expect(row).toEqual({ answer: 42 });
      await sql.end();
      await server.stop();

      const after = postgres(server.url, { max: 1, connect_timeout: 2 });
      await expect(after`select 1`).rejects.toThrow(/ECONNREFUSED/);
      await after.end();
    },
  );
});
