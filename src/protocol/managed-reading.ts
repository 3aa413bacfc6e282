import * as v from 'valibot';
import { uuid } from './fields.ts';
import {
  MANAGED_PROBLEMS,
  NO_POLICY,
  type Managed,
  type ManagedFault,
  type ManagedPolicy,
  type ManagedProblem,
  type ManagedSetting,
} from './managed.ts';
import { isRuled } from './operations.ts';
import { readOrigin } from './origin.ts';
import { rpId } from './passkey.ts';
import { point, readBaseUrl } from './profile.ts';
import { markedGroup } from './site.ts';
import { autoLockMinutes } from './state.ts';

/*
 * From what the browser hands over to a policy. Chromium checks types by public/managed-schema.json,
 * Firefox checks nothing: every value is read as if a stranger had written it, and a bad one never
 * takes a good one with it.
 */

/** Entries of one list; what follows is ignored. */
export const MOST_ENTRIES = 500;
/** As many as a person reads; the settings themselves are read to their end. */
export const MOST_FAULTS = 50;
const MOST_NAME = 64;

const text = (max: number) => v.pipe(v.string('type'), v.maxLength(max, 'type'));

const baseUrl = v.pipe(
  text(500),
  v.transform(readBaseUrl),
  v.check(({ ok }) => ok, 'url'),
  v.transform((read) => (read.ok ? read.url : '')),
);
const organizationId = v.pipe(
  text(36),
  v.toLowerCase(),
  v.check((id) => v.is(uuid, id), 'uuid'),
);
const importSigner = v.pipe(
  text(130),
  v.toLowerCase(),
  v.check((hex) => v.is(point, hex), 'point'),
);
const maxAutoLockMinutes = v.pipe(
  v.number('type'),
  v.check((minutes) => v.is(autoLockMinutes, minutes), 'minutes'),
);

/** An origin as the browser writes it, or the mark of a name and everything below it. */
function isSite(value: string): boolean {
  const name = markedGroup(value);
  // A star elsewhere would match nothing, without a word.
  if (name === undefined) return readOrigin(value) !== undefined && !value.includes('*');
  // A whole top-level domain is a slip of the pen.
  return name.includes('.') && v.is(rpId, name);
}

const site = v.pipe(text(300), v.check(isSite, 'site'));
const operation = v.pipe(text(MOST_NAME), v.check(isRuled, 'operation'));

type Schema<T> = v.GenericSchema<unknown, T>;
type Faulty = (entry: number | null, problem: ManagedProblem) => void;

function problemOf([{ message }]: readonly [v.BaseIssue<unknown>, ...unknown[]]): ManagedProblem {
  return MANAGED_PROBLEMS.find((one) => one === message) ?? 'type';
}

function single<T>(schema: Schema<T>, given: unknown, faulty: Faulty): T | null {
  const parsed = v.safeParse(schema, given);
  if (parsed.success) return parsed.output;
  faulty(null, problemOf(parsed.issues));
  return null;
}

/** The good entries, each once. Bad ones are ignored alone: a list that is set stays set. */
function list(schema: Schema<string>, given: unknown, faulty: Faulty): readonly string[] | null {
  if (!Array.isArray(given)) {
    faulty(null, 'type');
    return null;
  }
  const good = new Set<string>();
  given.slice(0, MOST_ENTRIES).forEach((entry: unknown, at) => {
    const parsed = v.safeParse(schema, entry);
    if (parsed.success) good.add(parsed.output);
    else faulty(at + 1, problemOf(parsed.issues));
  });
  if (given.length > MOST_ENTRIES) faulty(null, 'too_many');
  return [...good];
}

type Readers = {
  readonly [S in ManagedSetting]: (given: unknown, faulty: Faulty) => ManagedPolicy[S];
};

/** How each setting is read; a setting that is not here does not exist. */
const READERS: Readers = {
  baseUrl: (given, faulty) => single(baseUrl, given, faulty),
  organizationId: (given, faulty) => single(organizationId, given, faulty),
  importSigner: (given, faulty) => single(importSigner, given, faulty),
  allowedSites: (given, faulty) => list(site, given, faulty),
  blockedSites: (given, faulty) => list(site, given, faulty) ?? [],
  passkeyOnly: (given, faulty) => list(operation, given, faulty) ?? [],
  maxAutoLockMinutes: (given, faulty) => single(maxAutoLockMinutes, given, faulty),
};
export const MANAGED_SETTINGS: readonly string[] = Object.keys(READERS);

/** Reads what the browser hands over. Never throws; what is no object sets nothing. */
export function readManaged(given: unknown): Managed {
  const faults: ManagedFault[] = [];
  const faultyIn =
    (setting: string): Faulty =>
    (entry, problem) => {
      if (faults.length >= MOST_FAULTS) return;
      faults.push({ setting: setting.slice(0, MOST_NAME), entry, problem });
    };
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    faultyIn('')(null, 'type');
    return { policy: NO_POLICY, faults };
  }
  const policy: Record<string, unknown> = { ...NO_POLICY };
  for (const [name, value] of Object.entries(given)) {
    if (Object.hasOwn(READERS, name)) {
      policy[name] = READERS[name as ManagedSetting](value, faultyIn(name));
    } else faultyIn(name)(null, 'unknown');
  }
  // One reader a setting, each of its own type: the pairing is lost by indexing.
  return { policy: policy as ManagedPolicy, faults };
}
