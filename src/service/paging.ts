// Lists that answer in pages (docs/protocol.md, Supporting operations).
import type { QueryValues } from './context.ts';

/** Records per page, when the request doesn't say. */
const DEFAULT_LIMIT = 10;

/** `paginationOptions` of a request. */
type Page = QueryValues<'list_activities'>['paginationOptions'];

/**
 * One page, in the list's order. `read` gives at most `limit` rows; `backwards` asks for those that
 * end right before `before`, nearest first.
 */
export async function readPage<Row>(
  page: Page,
  read: (options: { backwards: boolean; limit: number }) => PromiseLike<Row[]>,
): Promise<Row[]> {
  const { limit = DEFAULT_LIMIT, before } = page ?? {};
  const backwards = before !== undefined;
  const rows = await read({ backwards, limit: Number(limit) });
  return backwards ? rows.reverse() : rows;
}
