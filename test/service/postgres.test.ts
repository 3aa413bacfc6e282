import { describe, expect, test } from 'vitest';
import { startPostgres, whyNoPostgres } from './postgres.ts';

const missing = whyNoPostgres();

describe('startPostgres', () => {
  test.skipIf(missing)(
    `behavior: a separate server answers and leaves nothing behind${missing ? ` (skipped: ${missing})` : ''}`,
    { timeout: 60_000 },
    async () => {
      const server = await startPostgres();
      expect(await server.query('select 6 * 7 as answer')).toEqual([{ answer: 42 }]);
      await server.query('create table kept (one int)');
      await server.restart('immediate');
      expect(await server.query('select * from kept')).toEqual([]);
      await server.stop();
      await expect(server.query('select 1')).rejects.toThrow(/ECONNREFUSED/);
    },
  );
});
