// What must hold before key material is destroyed.
import type { ServiceErrorCode } from '../protocol/service-errors.ts';
import { notFound, Refusal } from './refusal.ts';

/** A request to delete records that hold keys. */
type Deletion = {
  /** What one is, in the words of refusals: `wallet`. */
  readonly what: string;
  readonly ids: readonly string[];
  readonly organizationId: string;
  readonly deleteWithoutExport: boolean | undefined;
  /** Of the refusal for one that was never exported; empty where none is published. */
  readonly code: ServiceErrorCode | '';
};

/**
 * Throws 404 if one of the ids isn't among the rows, and 400 if one was never exported and the
 * request doesn't say that this is meant (docs/protocol.md, Deleting keys).
 */
export function demandDeletable(
  rows: readonly { readonly id: string; readonly exported: boolean }[],
  { what, ids, organizationId, deleteWithoutExport = false, code }: Deletion,
): void {
  const known = new Set(rows.map(({ id }) => id));
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) throw notFound(what, missing, organizationId);
  const unexported = deleteWithoutExport ? undefined : rows.find(({ exported }) => !exported);
  if (!unexported) return;
  const message = `${what} ${unexported.id} has not been exported: export it first, or set deleteWithoutExport`;
  throw new Refusal({ grpc: 9, message, code });
}
