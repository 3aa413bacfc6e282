import { and, asc, desc, eq, gt, inArray, lt } from 'drizzle-orm';
import { createActivityReader, flatActivity, supersetActivity } from '../activity-record.ts';
import type { QueryHandlers } from '../context.ts';
import { readPage } from '../paging.ts';
import { notFound } from '../refusal.ts';
import { activities } from '../schema.ts';

export const activityQueries: QueryHandlers<'get_activity' | 'list_activities'> = {
  get_activity: async ({ activityId }, context) => {
    const { db, organizationId } = context;
    const [row] = await db
      .select()
      .from(activities)
      .where(and(eq(activities.organizationId, organizationId), eq(activities.id, activityId)));
    if (!row) throw notFound('activity', activityId, organizationId);
    return { activity: await supersetActivity(row, await createActivityReader([row], context)) };
  },

  // Newest first. `before` asks for the page of newer ones that ends right before that activity in
  // the list, `after` for the page of older ones after it (docs/protocol.md, Supporting
  // operations).
  list_activities: async (values, context) => {
    const { db, organizationId } = context;
    const { filterByStatus = [], filterByType = [], paginationOptions: page = {} } = values;
    const { id } = activities;
    const filter = and(
      eq(activities.organizationId, organizationId),
      filterByStatus.length > 0 ? inArray(activities.status, filterByStatus) : undefined,
      filterByType.length > 0 ? inArray(activities.type, filterByType) : undefined,
      page.before === undefined ? undefined : gt(id, page.before),
      page.after === undefined ? undefined : lt(id, page.after),
    );
    const rows = await readPage(page, ({ backwards, limit }) =>
      db
        .select()
        .from(activities)
        .where(filter)
        .orderBy(backwards ? asc(id) : desc(id))
        .limit(limit),
    );
    const reader = await createActivityReader(rows, context);
    return { activities: await Promise.all(rows.map((row) => flatActivity(row, reader))) };
  },
};
