import type { HeldKey, KeyReading } from '../../../messaging/import/held-key.ts';
import { proveAnswer, proveListed, type ProvedReply } from '../../../messaging/import/proof.ts';
import { readTarget, type Target } from '../../../messaging/import/target.ts';
import type { AddressFormat } from '../../../protocol/enums.ts';
import type { EntryView } from '../../../protocol/entry.ts';
import { toWire, type WireError } from '../../../protocol/errors.ts';
import type { SubmitRow } from '../../../protocol/operation.ts';
import { KEY_IMPORT, QUERY_FOR } from '../../../protocol/operations.ts';
import { parseOrThrow } from '../../../protocol/parse.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { t } from '../../i18n.ts';
import { followPatiently, type WatchEffects } from '../../kit/watching.ts';
import type { Carrier } from '../passkey/carrying.ts';

/** What can be wrong with the service's encryption key. */
export type BundleFault = Extract<Target, { ok: false }>['fault'];

/** The steps of an import, in their order. */
export const STAGES = ['begin', 'check', 'seal', 'send', 'prove'] as const;
export type Stage = (typeof STAGES)[number];

/** A key that is in the organization already, and its addresses held against ours. */
export type Existing = {
  readonly id: string;
  /** Null when the list could not be read, or does not hold it. */
  readonly found: ({ readonly name: string } & ProvedReply) | null;
};

export type Imported = { readonly privateKeyId: string; readonly recorded: boolean } & ProvedReply;

/** How far an import is. */
export type Run = {
  readonly stage: Stage;
  readonly state: 'going' | 'stopped' | 'done';
  /** The activity of this stage, as far as there is one. */
  readonly entry: EntryView | null;
  readonly error: WireError | null;
  /** Why the service's encryption key was refused. */
  readonly fault: BundleFault | null;
  readonly existing: Existing | null;
  readonly imported: Imported | null;
  /** The encrypted bundle: good for another try while its target is not used. */
  readonly sealed: string | null;
};

export const NOT_STARTED: Run = {
  stage: 'begin',
  state: 'going',
  entry: null,
  error: null,
  fault: null,
  existing: null,
  imported: null,
  sealed: null,
};

export type RunEffects = WatchEffects & {
  readonly randomId: () => string;
  /** Has an activity stamped by what the profile uses; answers once it is stored. */
  readonly submit: Carrier['submit'];
};

/** What was reviewed. */
export type Job = {
  readonly profile: Profile;
  /** Whom the service said to be the one who stamps. */
  readonly userId: string;
  readonly name: string;
  readonly formats: readonly AddressFormat[];
  readonly reading: KeyReading;
  readonly held: HeldKey;
  /** Of an earlier try that was refused after the key was encrypted. */
  readonly sealed: string | null;
};

type Tell = (change: Partial<Run>) => void;
type Hands = {
  readonly effects: RunEffects;
  readonly job: Job;
  readonly tell: Tell;
  /** The page was left: nobody is there to be told. */
  readonly left: () => boolean;
};

/** Thrown to end a run whose state has been told. */
class Stopped extends Error {}

/**
 * Carries an import from its start to the proof, telling every step. Never rejects. What was
 * stamped goes on in the worker when the page is left; the proof does not.
 */
export async function runImport(
  effects: RunEffects,
  job: Job,
  tell: Tell,
  left: () => boolean,
): Promise<void> {
  const hands = { effects, job, tell, left };
  try {
    const sealed = job.sealed ?? (await encrypt(hands));
    tell({ stage: 'send', sealed, entry: null });
    const finish = await send(hands, sealed);
    tell({ stage: 'prove' });
    await proveImport(hands, finish);
  } catch (error) {
    if (!(error instanceof Stopped)) tell({ state: 'stopped', error: toWire(error) });
  }
}

/** From the service's target key to the sealed private key. */
async function encrypt(hands: Hands): Promise<string> {
  const { effects, job, tell } = hands;
  const { userId, profile, held } = job;
  tell({ stage: 'begin' });
  const begun = await carry(hands, KEY_IMPORT.begin, { userId }, t('import.run.whyBegin'));
  tell({ stage: 'check' });
  const { importBundle } = resultOf(KEY_IMPORT.begin, begun);
  const target = await readTarget(importBundle, profile, userId);
  if (!target.ok) {
    await record(effects, begun.id);
    tell({ state: 'stopped', fault: target.fault });
    throw new Stopped();
  }
  tell({ stage: 'seal' });
  return held.seal(target.publicKey);
}

async function send(hands: Hands, encryptedBundle: string): Promise<EntryView> {
  const { userId, name: privateKeyName, formats, reading } = hands.job;
  const { curve } = reading;
  const addressFormats = [...formats];
  const parameters = { userId, privateKeyName, encryptedBundle, curve, addressFormats };
  const why = t('import.run.whySend', { name: privateKeyName });
  return carry(hands, KEY_IMPORT.finish, parameters, why);
}

async function proveImport({ effects, job, tell }: Hands, finish: EntryView): Promise<void> {
  const { privateKeyId, addresses } = resultOf(KEY_IMPORT.finish, finish);
  const proof = proveAnswer(job.reading.publicKey, job.formats, addresses);
  const recorded = proof.verdict !== 'mismatch' || (await record(effects, finish.id));
  tell({ state: 'done', imported: { privateKeyId, recorded, ...proof } });
}

/** Marks an activity whose answer is false. False when that could not be written. */
async function record({ client }: RunEffects, id: string): Promise<boolean> {
  try {
    await client.call('activities_disprove', { id });
    return true;
  } catch {
    return false;
  }
}

/** The result, typed by the row's first version: neither step has another. */
function resultOf<R>(
  row: { readonly versions: readonly [Result<R>, ...unknown[]] },
  entry: EntryView,
): R {
  return parseOrThrow(row.versions[0].result, entry.result, 'result', 'service_malformed');
}
type Result<R> = { readonly result: Parameters<typeof parseOrThrow<R>>[0] };

/** Stamps and follows one activity to its completion, or stops the run and tells why. */
async function carry(
  hands: Hands,
  row: SubmitRow,
  parameters: Record<string, unknown>,
  why: string,
): Promise<EntryView> {
  const { effects, job, tell } = hands;
  const id = effects.randomId();
  const order = { id, profile: job.profile, operation: row.name, parameters, why };
  tell({ entry: await effects.submit(order) });
  const entry = await settled(hands, id);
  if (entry.state === 'completed' && entry.result !== null) return entry;
  const existing = await existingOf(hands, entry);
  tell({ state: 'stopped', entry, error: entry.error, existing });
  throw new Stopped();
}

async function settled({ effects, tell, left }: Hands, id: string): Promise<EntryView> {
  let last: EntryView | undefined;
  const told = (entry: EntryView): void => {
    last = entry;
    tell({ entry });
  };
  await followPatiently(effects, id, told, left);
  if (last) return last;
  throw new Stopped();
}

/** The service's words for a key that it has (docs/protocol.md, Importing the same key again). */
const ALREADY = /private key with ID ([0-9a-f-]{36}) has already been imported/i;

async function existingOf({ effects, job }: Hands, { error }: EntryView): Promise<Existing | null> {
  const id = ALREADY.exec(error?.detail?.serviceMessage ?? '')?.[1]?.toLowerCase();
  if (id === undefined) return null;
  try {
    const { name: operation, result } = QUERY_FOR.privateKeys;
    const input = { profileId: job.profile.id, operation, parameters: {} };
    const answer = await effects.client.call('query', input);
    const { privateKeys } = parseOrThrow(result, answer, '', 'service_malformed');
    const key = privateKeys.find((one) => one.privateKeyId === id);
    const proof = key && proveListed(job.reading.publicKey, key.addresses);
    return { id, found: key && proof ? { name: key.privateKeyName, ...proof } : null };
  } catch {
    return { id, found: null };
  }
}
