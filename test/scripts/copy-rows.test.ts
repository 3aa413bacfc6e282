import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { copyRow, growWallets } from '../../scripts/bench/copy-rows.ts';
import { activities, wallets } from '../../src/service/schema.ts';
import { useFreshService, type FreshService } from '../service/fresh-service.ts';
import { activityOf } from '../service/harness.ts';

describe('the bench grows a database', () => {
  let fresh: FreshService;
  useFreshService(async (begun) => {
    fresh = begun;
    activityOf(await begun.root.submit('create_user_tag', { userTagName: 'First', userIds: [] }));
  });

  it('behavior: copies have each column of the first row but what is changed', async () => {
    const { db } = fresh.database;
    const before = await db.select().from(wallets).orderBy(wallets.id);
    await growWallets(db, { from: 1, to: 3 });
    const grown = (await db.select().from(wallets)).filter(({ id }) =>
      before.every((one) => one.id !== id),
    );
    expect(grown.map(({ name }) => name).toSorted()).toEqual(['Grown 1', 'Grown 2', 'Grown 3']);
    for (const { id, name, ...rest } of grown)
      expect({ ...before[0], id, name }).toEqual({ id, name, ...rest });
  });

  it('behavior: activities are copied as well', async () => {
    const { db } = fresh.database;
    const changed = { id: sql`gen_random_uuid()`, fingerprint: sql`'sha256:' || g` };
    const before = await db.$count(activities);
    await copyRow(db, activities, sql`order by id desc`, changed, { from: 1, to: 10 });
    expect(await db.$count(activities)).toBe(before + 10);
  });
});
