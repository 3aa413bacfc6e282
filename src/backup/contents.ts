import * as v from 'valibot';
import { KeyFacts } from '../vault/document.ts';
import { settings } from '../protocol/app-state.ts';
import { KeystampError } from '../protocol/errors.ts';
import { uuid } from '../protocol/fields.ts';
import { historyRetention } from '../protocol/history.ts';
import { readOrigin } from '../protocol/origin.ts';
import { profile, readBaseUrl, TURNKEY_BASE_URL, type Profile } from '../protocol/profile.ts';
import { grant, readWildcardGroup, site, wildcardOf } from '../protocol/site.ts';
import { MAX_HISTORY_PARTS, BACKUP_PART_RECORDS } from '../protocol/backup.ts';
import { fromUtf8, utf8, type Bytes } from '../crypto/bytes.ts';

/*
 * What is in a backup besides the history (docs/backup.md, The contents). Parsed as strictly as what
 * is stored: that a file opens says that somebody knew its password, not that Keystamp wrote it.
 */

const MAX_PROFILES = 100;
const MAX_SITES = 2000;
const MAX_GRANTS = 25_000;

/** An origin as a browser writes it, or the wildcard of a group of them. */
function isSiteName(origin: string): boolean {
  const group = readWildcardGroup(origin);
  if (group === undefined) return readOrigin(origin) !== undefined;
  return readOrigin(`https://${group}`) !== undefined && wildcardOf(group) === origin;
}

/** A profile's service says where it may be. */
function isOfItsService({ service, baseUrl }: Profile): boolean {
  const address = readBaseUrl(baseUrl);
  if (service === 'local') return address.ok && address.loopback;
  return service === 'custom' || baseUrl === TURNKEY_BASE_URL;
}

const siteName = v.pipe(v.string(), v.maxLength(300), v.check(isSiteName, 'url'));
const { mac: _siteMac, ...siteFacts } = site.entries;
const { mac: _grantMac, started: _started, ...grantFacts } = grant.entries;
const operations = v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.maxLength(200));

/** Base64url of 32 bytes: the last of 43 characters has two spare bits, which are zero. */
const privateKey = v.pipe(v.string(), v.regex(/^[\w-]{42}[AEIMQUYcgkosw048]$/));

const contentsSchema = v.strictObject({
  profiles: v.pipe(
    v.array(v.pipe(profile, v.check(isOfItsService, 'url'))),
    v.maxLength(MAX_PROFILES),
  ),
  activeProfileId: v.nullable(uuid),
  /** Public facts always, the private key only if the user wanted it in the file. */
  keys: v.pipe(
    v.array(v.strictObject({ ...KeyFacts.entries, privateKey: v.exactOptional(privateKey) })),
    v.maxLength(100),
  ),
  sites: v.pipe(
    v.array(v.strictObject({ ...siteFacts, origin: siteName, operations })),
    v.maxLength(MAX_SITES),
  ),
  grants: v.pipe(
    v.array(v.strictObject({ ...grantFacts, id: uuid, origin: siteName })),
    v.maxLength(MAX_GRANTS),
  ),
  settings,
  retention: historyRetention,
  /** How many records follow, in their parts. */
  records: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(0),
    v.maxValue(MAX_HISTORY_PARTS * BACKUP_PART_RECORDS),
  ),
});
export type BackupContents = v.InferOutput<typeof contentsSchema>;

/** The contents as bytes, to be sealed. The caller wipes them. */
export const writeContents = (contents: BackupContents): Bytes => utf8(JSON.stringify(contents));

/**
 * Reads opened contents. `backup_invalid` names the first member that isn't as it must be; with the
 * reason `backup_unknown_member` for one that no version up to this one writes, and
 * `backup_duplicate` for two of one ID.
 */
export function readContents(bytes: Bytes): BackupContents {
  const parsed = v.safeParse(contentsSchema, readJson(bytes));
  if (!parsed.success) throw refusalOf(parsed.issues[0]);
  const { profiles, keys, sites, grants } = parsed.output;
  demandDistinct(
    'profiles',
    profiles.map(({ id }) => id),
  );
  demandDistinct(
    'profiles',
    profiles.map(({ name }) => name),
  );
  demandDistinct(
    'keys',
    keys.map(({ id }) => id),
  );
  demandDistinct(
    'keys',
    keys.map(({ publicKey }) => publicKey),
  );
  demandDistinct(
    'sites',
    sites.map(({ origin }) => origin),
  );
  demandDistinct(
    'grants',
    grants.map(({ id }) => id),
  );
  return parsed.output;
}

/** Parsed JSON of a part. `backup_invalid` */
export function readJson(bytes: Bytes): unknown {
  try {
    return JSON.parse(fromUtf8(bytes)) as unknown;
  } catch (cause) {
    throw new KeystampError('backup_invalid', undefined, { field: 'contents' }, cause);
  }
}

function refusalOf(issue: v.BaseIssue<unknown>): KeystampError {
  // Names of members that Keystamp doesn't know aren't repeated: anyone can have written them.
  if (issue.expected === 'never') {
    const detail = { reason: 'backup_unknown_member' } as const;
    return new KeystampError('backup_invalid', undefined, detail);
  }
  const steps = (issue.path ?? []).map(({ key }) => String(key));
  return new KeystampError('backup_invalid', undefined, { field: steps.join('.') || 'contents' });
}

function demandDistinct(field: string, ids: readonly string[]): void {
  if (new Set(ids).size === ids.length) return;
  throw new KeystampError('backup_invalid', undefined, { field, reason: 'backup_duplicate' });
}
