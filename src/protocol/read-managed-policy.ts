import * as v from 'valibot';
import { uuid } from './fields.ts';
import {
  MANAGED_PROBLEMS,
  NO_POLICY,
  type ManagedPolicyState,
  type ManagedFault,
  type ManagedPolicy,
  type ManagedProblem,
  type ManagedSetting,
} from './managed-policy.ts';
import { mayRequirePasskey } from './operations.ts';
import { readOrigin } from './origin.ts';
import { rpId } from './passkey.ts';
import { p256Point, readBaseUrl } from './profile.ts';
import { readWildcardGroup } from './site.ts';
import { autoLockMinutes } from './app-state.ts';
import { ETHEREUM_ADDRESS } from './ethereum-address.ts';

/*
 * Turns what the browser provides into a policy. Chromium checks the types by
 * public/managed-schema.json, Firefox checks nothing. So every value is read as if a stranger had
 * written it, and a bad one never affects a good one.
 */

/** How many entries of a list are read. The rest is ignored. */
export const MAX_ENTRIES = 500;
/** As many as anyone reads. The settings themselves are read to the end. */
export const MAX_FAULTS = 50;
const MAX_NAME_LENGTH = 64;

const text = (max: number) => v.pipe(v.string('type'), v.maxLength(max, 'type'));

const baseUrl = v.pipe(
  text(500),
  v.transform(readBaseUrl),
  v.check(({ ok }) => ok, 'url'),
  v.transform((parsed) => (parsed.ok ? parsed.url : '')),
);
const organizationId = v.pipe(
  text(36),
  v.toLowerCase(),
  v.check((id) => v.is(uuid, id), 'uuid'),
);
const importSigner = v.pipe(
  text(130),
  v.toLowerCase(),
  v.check((hex) => v.is(p256Point, hex), 'point'),
);
const maxAutoLockMinutes = v.pipe(
  v.number('type'),
  v.check((minutes) => v.is(autoLockMinutes, minutes), 'minutes'),
);

/** An origin as the browser writes it, or the wildcard for a name and everything below it. */
function isSite(value: string): boolean {
  const name = readWildcardGroup(value);
  // A star anywhere else would silently match nothing.
  if (name === undefined) return readOrigin(value) !== undefined && !value.includes('*');
  // A whole top-level domain is a typo.
  return name.includes('.') && v.is(rpId, name);
}

const site = v.pipe(text(300), v.check(isSite, 'site'));
const account = v.pipe(text(42), v.regex(ETHEREUM_ADDRESS, 'account'));
const operation = v.pipe(text(MAX_NAME_LENGTH), v.check(mayRequirePasskey, 'operation'));

type Schema<T> = v.GenericSchema<unknown, T>;
type ReportFault = (entry: number | null, problem: ManagedProblem) => void;

function problemOf([{ message }]: readonly [v.BaseIssue<unknown>, ...unknown[]]): ManagedProblem {
  return MANAGED_PROBLEMS.find((problem) => problem === message) ?? 'type';
}

function readValue<T>(schema: Schema<T>, raw: unknown, reportFault: ReportFault): T | null {
  const parsed = v.safeParse(schema, raw);
  if (parsed.success) return parsed.output;
  reportFault(null, problemOf(parsed.issues));
  return null;
}

/** The valid entries, each once. Bad ones are ignored one by one: a list that is set stays set. */
function readList(
  schema: Schema<string>,
  raw: unknown,
  reportFault: ReportFault,
): readonly string[] | null {
  if (!Array.isArray(raw)) {
    reportFault(null, 'type');
    return null;
  }
  const validEntries = new Set<string>();
  raw.slice(0, MAX_ENTRIES).forEach((entry: unknown, index) => {
    const parsed = v.safeParse(schema, entry);
    if (parsed.success) validEntries.add(parsed.output);
    else reportFault(index + 1, problemOf(parsed.issues));
  });
  if (raw.length > MAX_ENTRIES) reportFault(null, 'too_many');
  return [...validEntries];
}

type Readers = {
  readonly [S in ManagedSetting]: (raw: unknown, reportFault: ReportFault) => ManagedPolicy[S];
};

/** How to read each setting. A setting that isn't listed here doesn't exist. */
const READERS: Readers = {
  baseUrl: (raw, reportFault) => readValue(baseUrl, raw, reportFault),
  organizationId: (raw, reportFault) => readValue(organizationId, raw, reportFault),
  importSigner: (raw, reportFault) => readValue(importSigner, raw, reportFault),
  allowedSites: (raw, reportFault) => readList(site, raw, reportFault),
  blockedSites: (raw, reportFault) => readList(site, raw, reportFault) ?? [],
  passkeyOnly: (raw, reportFault) => readList(operation, raw, reportFault) ?? [],
  maxAutoLockMinutes: (raw, reportFault) => readValue(maxAutoLockMinutes, raw, reportFault),
};

/** Longer than any descriptor of the public registry. */
const MAX_DESCRIPTOR_LENGTH = 1_000_000;

/** Settings that a review reads by itself (src/client/clear-signing): here only their faults are found. */
const CHECKED: Readonly<Record<string, (raw: unknown, reportFault: ReportFault) => unknown>> = {
  descriptorSigners: (raw, reportFault) => readList(account, raw, reportFault),
  descriptors: (raw, reportFault) => readList(text(MAX_DESCRIPTOR_LENGTH), raw, reportFault),
};
export const MANAGED_SETTINGS: readonly string[] = [READERS, CHECKED].flatMap(Object.keys);

/** Reads what the browser provides. Never throws. Anything but an object sets nothing. */
export function readManaged(raw: unknown): ManagedPolicyState {
  const faults: ManagedFault[] = [];
  const faultReporter =
    (setting: string): ReportFault =>
    (entry, problem) => {
      if (faults.length >= MAX_FAULTS) return;
      faults.push({ setting: setting.slice(0, MAX_NAME_LENGTH), entry, problem });
    };
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    faultReporter('')(null, 'type');
    return { policy: NO_POLICY, faults };
  }
  const policy: Record<string, unknown> = { ...NO_POLICY };
  for (const [name, value] of Object.entries(raw)) {
    if (Object.hasOwn(READERS, name)) {
      policy[name] = READERS[name as ManagedSetting](value, faultReporter(name));
    } else if (Object.hasOwn(CHECKED, name)) CHECKED[name]?.(value, faultReporter(name));
    else faultReporter(name)(null, 'unknown');
  }
  // One reader per setting, each with its own type. Indexing loses the pairing.
  return { policy: policy as ManagedPolicy, faults };
}
