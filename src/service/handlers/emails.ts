import { and, asc, desc, eq, gt, lt } from 'drizzle-orm';
import type { QueryHandlers } from '../context.ts';
import { readPage } from '../paging.ts';
import { emailEvents } from '../schema.ts';
import { wireEmailEvent } from '../wire-records.ts';

export const emailQueries: QueryHandlers<'list_email_events'> = {
  // Newest first, with pages like those of activities.
  list_email_events: async (values, { db, organizationId }) => {
    const { email, eventType, paginationOptions: page = {} } = values;
    const { id } = emailEvents;
    const filter = and(
      eq(emailEvents.organizationId, organizationId),
      eq(emailEvents.toAddress, email),
      eventType === undefined ? undefined : eq(emailEvents.type, eventType),
      page.before === undefined ? undefined : gt(id, page.before),
      page.after === undefined ? undefined : lt(id, page.after),
    );
    const rows = await readPage(page, ({ backwards, limit }) =>
      db
        .select()
        .from(emailEvents)
        .where(filter)
        .orderBy(backwards ? asc(id) : desc(id))
        .limit(limit),
    );
    return { emailEvents: rows.map(wireEmailEvent) };
  },
};
