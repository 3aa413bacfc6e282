import type { EntryView } from '../../protocol/outbox-entry.ts';
import { fromWire, isErrorCode, toWire, type WireError } from '../../protocol/errors.ts';
import { ROWS } from '../../protocol/operations.ts';
import type { Version } from '../../protocol/operation-row.ts';
import type { Facts, OutboxEntry } from './record.ts';
import type { Values } from '../../protocol/parse.ts';

let secretNames: ReadonlySet<string> | undefined;

/** Names of all fields and result members that the table marks secret, at any depth; found once, by the first list. */
const isSecretName = (name: string): boolean =>
  (secretNames ??= new Set(
    ROWS.flatMap((row) => (row.kind === 'submit' ? row.versions : [])).flatMap((version) => [
      ...version.secretResult,
      ...Object.entries(version.fields).flatMap(([field, { secret }]) => (secret ? [field] : [])),
    ]),
  )).has(name);

/** The parameters without the secret ones. */
export function withoutSecrets(version: Version, parameters: Values): Values {
  return Object.fromEntries(
    Object.entries(parameters).filter(([name]) => version.fields[name]?.secret !== true),
  );
}

/** A value without the members that carry secrets, at any depth. */
function redact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redact);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      isSecretName(name) ? [] : [[name, redact(member)]],
    ),
  );
}

/** An entry as its own page sees it. Includes secret results: the user asked for them. */
export function toEntryView({ record, facts }: OutboxEntry): EntryView {
  return {
    id: record.id,
    origin: record.origin,
    profileId: record.profileId,
    operation: record.operation,
    type: record.type,
    method: record.method,
    fingerprint: record.fingerprint,
    timestampMs: record.timestampMs,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
    state: record.state,
    mismatched: record.mismatched,
    disproved: record.disproved,
    attempts: record.attempts,
    nextAt: record.nextAt,
    parameters: facts?.parameters ?? null,
    ...(facts?.replaced && { replaced: facts.replaced }),
    activity: facts?.activity ?? null,
    result: facts?.result ?? null,
    error: readWireError(facts?.error ?? null),
    revision: record.revision,
  };
}

/** An entry as lists and snapshots show it, without secret results. */
export function toListView(entry: OutboxEntry): EntryView {
  const view = toEntryView(entry);
  const { activity, result } = view;
  return {
    ...view,
    activity: activity && { ...activity, result: toRecord(redact(activity.result ?? {})) },
    result: result && toRecord(redact(result)),
  };
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** A stored error comes from this table, but any version may have written it. */
function readWireError(stored: Facts['error']): WireError | null {
  if (!stored || !isErrorCode(stored.code)) return null;
  const { code, message, detail } = stored;
  const wire =
    typeof detail === 'object' && detail !== null ? { code, message, detail } : { code, message };
  return toWire(fromWire(wire));
}
