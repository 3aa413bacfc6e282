// Reads what keys signed for a file for auditors: from what this browser keeps, and from the service.
import * as v from 'valibot';
import type { AuditedSigning, ServiceWord } from '../protocol/audit-file.ts';
import { parseActivity, submitBody } from '../protocol/envelope.ts';
import { KeystampError } from '../protocol/errors.ts';
import { historyRecord, type HistoryRecord } from '../protocol/history.ts';
import { versionOfType } from '../protocol/operation-row.ts';
import { BUILT_IN_QUERIES, QUORUM_QUERIES, submitRowOf } from '../protocol/operations.ts';
import type { EntryView } from '../protocol/outbox-entry.ts';
import { parseOrThrow } from '../protocol/parse.ts';
import type { Profile } from '../protocol/profile.ts';
import { isEndedSigning, keptTexts, listSignatures } from './audited-signing.ts';
import type { Client } from './client.ts';

export type SigningReader = {
  readonly client: Pick<Client, 'call'>;
  readonly now: () => number;
  readonly profiles: readonly Pick<Profile, 'id' | 'baseUrl'>[];
  /** Which one is being read, of how many. */
  readonly onRead: (number: number, of: number) => void;
  /** Whoever stops it gets what was read until then thrown away. */
  readonly signal: AbortSignal;
};

/** Each signing that records say has ended, in their order. Undefined if it was stopped. Errors: those of a call. */
export async function readSignings(
  reader: SigningReader,
  stored: readonly unknown[],
): Promise<readonly AuditedSigning[] | undefined> {
  const records = stored.flatMap((one) => {
    const parsed = v.safeParse(historyRecord, one);
    return parsed.success && isEndedSigning(parsed.output) ? [parsed.output] : [];
  });
  const signings: AuditedSigning[] = [];
  const service = createServiceReader(reader);
  for (const record of records) {
    reader.onRead(signings.length + 1, records.length);
    signings.push(await readSigning(reader, service, record));
    if (reader.signal.aborted) return undefined;
  }
  return signings;
}

async function readSigning(
  { client }: SigningReader,
  readService: ReturnType<typeof createServiceReader>,
  record: HistoryRecord,
): Promise<AuditedSigning> {
  const { sequence } = record;
  const entry = await readEntry(client, record.id ?? '');
  const kept = keptTexts(record, textsOf(record, entry));
  const service = await readService(record, entry);
  const signatures = listSignatures(record, kept, service?.signer ?? null);
  return { sequence, ...kept, signatures, service };
}

/** Null for one that isn't in this browser's outbox, such as that of a restored backup. */
async function readEntry(client: SigningReader['client'], id: string): Promise<EntryView | null> {
  return client.call('activities_get', { id }).catch((error: unknown) => {
    if (error instanceof KeystampError && error.code === 'activity_unknown') return null;
    throw error;
  });
}

/** The body that was stamped, put together again, and what was answered. Their digests say whether they are it. */
function textsOf({ organizationId }: HistoryRecord, entry: EntryView | null) {
  const row = entry && submitRowOf(entry.operation);
  const version = row && versionOfType(row, entry.type);
  const isKnown = version && entry.parameters && organizationId !== null;
  return {
    body: isKnown ? submitBody(version, organizationId, entry.timestampMs, entry.parameters) : null,
    reply: entry?.activity ? JSON.stringify(entry.activity) : null,
  };
}

type Ask = (operation: string, parameters?: Record<string, unknown>) => Promise<unknown>;

/** Asks the services of the profiles; what one doesn't say is null. Policies are read once for each profile. */
function createServiceReader({ client, profiles, now }: SigningReader) {
  const policies = new Map<string, Promise<readonly { readonly policyId: string }[] | null>>();

  function policiesOf(profileId: string, ask: Ask) {
    const { name, result } = QUORUM_QUERIES.policies;
    const read = async () =>
      parseOrThrow(result, await ask(name), '', 'service_malformed').policies;
    const reading = policies.get(profileId) ?? read().catch(() => null);
    policies.set(profileId, reading);
    return reading;
  }

  return async (record: HistoryRecord, entry: EntryView | null): Promise<ServiceWord | null> => {
    const profile = profiles.find(({ id }) => id === record.profileId);
    if (!profile || record.activityId === null) return null;
    const ask: Ask = (operation, parameters = {}) =>
      client.call('query', { profileId: profile.id, operation, parameters });
    const { activityId } = record;
    const activity = await ask(BUILT_IN_QUERIES.activity.name, { activityId })
      .then(parseActivity)
      .catch(() => null);
    if (!activity) return null;
    const evaluations = await readEvaluations(ask, activityId);
    const decided = evaluations?.flatMap(({ policyEvaluations }) =>
      policyEvaluations.map(({ policyId }) => policyId),
    );
    const all = decided ? await policiesOf(profile.id, ask) : null;
    return {
      readAt: now(),
      baseUrl: profile.baseUrl,
      activity,
      evaluations,
      policies: all?.filter(({ policyId }) => decided?.includes(policyId)) ?? null,
      signer: await readSigner(ask, entry),
      sent: await readSent(ask, entry),
    };
  };
}

async function readEvaluations(ask: Ask, activityId: string) {
  const { name, result } = QUORUM_QUERIES.evaluations;
  return ask(name, { activityId })
    .then((answer) => parseOrThrow(result, answer, '', 'service_malformed').policyEvaluations)
    .catch(() => null);
}

/** The key under the id that was asked to sign; null for an address. */
async function readSigner(ask: Ask, entry: EntryView | null): Promise<ServiceWord['signer']> {
  const signWith = entry?.parameters?.['signWith'];
  if (!v.is(Id, signWith)) return null;
  const { name, result } = BUILT_IN_QUERIES.privateKey;
  return ask(name, { privateKeyId: signWith })
    .then((answer) => {
      const { curve, publicKey } = parseOrThrow(result, answer, '', 'service_malformed').privateKey;
      return { curve, publicKey: publicKey.toLowerCase() };
    })
    .catch(() => null);
}
const Id = v.pipe(v.string(), v.uuid());

/** How a transaction is doing that the service sends; null for anything else. */
async function readSent(ask: Ask, entry: EntryView | null): Promise<unknown> {
  const followUp = entry && submitRowOf(entry.operation)?.followUp;
  if (!followUp || !entry.result) return null;
  const { result } = entry;
  const named = Object.entries(followUp.parametersFromResult).map(
    ([parameter, member]) => [parameter, result[member]] as const,
  );
  return ask(followUp.query, { ...followUp.parameters, ...Object.fromEntries(named) }).catch(
    () => null,
  );
}
