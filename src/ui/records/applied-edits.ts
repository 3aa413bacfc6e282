import type { RecordKind } from '../../protocol/fields.ts';
import { versionOfType } from '../../protocol/operation-row.ts';
import { listQueryOf, submitRowOf } from '../../protocol/operations.ts';
import type { EntryState, EntryView } from '../../protocol/outbox-entry.ts';
import type { Item, Items } from './pickable-records.ts';

/*
 * The user's own changes, shown before the service is asked again: what lists still have from before
 * gets the new value, until they have been read after the change.
 */

/** A new value of a record's member. */
export type AppliedEdit = {
  readonly kind: RecordKind;
  readonly id: string;
  readonly member: string;
  readonly value: string;
  /** What was read later has it by itself. */
  readonly until: number;
};

/** On its way, or done. One that waits for approval or whose outcome is open changes nothing yet. */
const APPLIED: readonly EntryState[] = ['stamped', 'sending', 'completed'];

function editsOf(entry: EntryView): readonly AppliedEdit[] {
  const { operation, type, state, parameters, updatedAt } = entry;
  const row = submitRowOf(operation);
  const fields = row && versionOfType(row, type)?.fields;
  if (!fields || !parameters || !APPLIED.includes(state)) return [];
  const until = state === 'completed' ? updatedAt : Infinity;
  return Object.entries(fields).flatMap(([name, { replaces }]) => {
    const control = replaces && fields[replaces.pick]?.control;
    const [id, value] = [parameters[replaces?.pick ?? ''], parameters[name]];
    if (control?.kind !== 'pick' || typeof id !== 'string' || typeof value !== 'string') return [];
    return [{ kind: control.recordKind, id, member: replaces?.member ?? '', value, until }];
  });
}

/** What entries change, in the order in which they were made. */
export function appliedEdits(entries: readonly EntryView[]): readonly AppliedEdit[] {
  return entries.toSorted((a, b) => a.createdAt - b.createdAt).flatMap(editsOf);
}

function withEdit(item: Item, { kind, member, value }: AppliedEdit): Item {
  const isName = listQueryOf(kind)?.lists?.name === member;
  const record = { ...item.record, [member]: value };
  return { ...item, ...(isName && { name: value }), record };
}

/** Records of a kind that were read at a time, with the edits since. The same ones if there are none. */
export function withEdits(
  items: Items,
  kind: RecordKind,
  readAt: number,
  edits: readonly AppliedEdit[],
): Items {
  const missing = edits.filter(
    (edit) => edit.kind === kind && edit.until >= readAt && items.has(edit.id),
  );
  if (missing.length === 0) return items;
  const edited = new Map(items);
  for (const edit of missing) {
    const item = edited.get(edit.id);
    if (item) edited.set(edit.id, withEdit(item, edit));
  }
  return edited;
}
