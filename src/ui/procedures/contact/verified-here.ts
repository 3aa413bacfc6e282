import type { SubmitRow } from '../../../protocol/operation-row.ts';
import { verificationOf } from '../../../protocol/operations.ts';
import type { EntryView } from '../../../protocol/outbox-entry.ts';

/**
 * When a contact was verified in this browser and then set, in milliseconds since the epoch; undefined if
 * that can't be told. The service's records don't say it. The own activities do: a code that was sent to
 * this contact, the check of that code, and the contact set after it.
 * @param entries the profile's own activities
 * @param row the operation that sets the contact
 * @param id whose contact it is
 */
export function verifiedAt(
  entries: readonly EntryView[],
  row: SubmitRow,
  id: string,
  contact: string,
): number | undefined {
  const steps = verificationOf(row);
  const pick = steps && row.versions[0].fields[steps.contactField]?.replaces?.pick;
  if (!steps || pick === undefined) return undefined;
  const { send, check, sentTo, contactField } = steps;
  const done = entries.filter(({ state }) => state === 'completed');
  const ofRow = ({ name }: SubmitRow) => done.filter(({ operation }) => operation === name);
  const sent = ofRow(send).filter(({ parameters }) => parameters?.[sentTo] === contact);
  const isFrom = (checked: EntryView) =>
    Object.entries(steps.prerequisite.fieldsFromResult).some(([field, member]) => {
      const value = checked.parameters?.[field];
      return value !== undefined && sent.some(({ result }) => result?.[member] === value);
    });
  const sets = ofRow(row).filter(
    ({ parameters }) => parameters?.[pick] === id && parameters[contactField] === contact,
  );
  const times = ofRow(check)
    .filter((checked) => isFrom(checked))
    .map(({ updatedAt }) => updatedAt)
    .filter((at) => sets.some(({ createdAt }) => createdAt >= at));
  return times.length > 0 ? Math.max(...times) : undefined;
}
