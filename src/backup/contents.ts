import * as v from 'valibot';
import { KeyFacts } from '../vault/document.ts';
import { settings } from '../protocol/app-state.ts';
import { KeystampError } from '../protocol/errors.ts';
import { uuid } from '../protocol/fields.ts';
import { historyRetention } from '../protocol/history.ts';
import { isPageOrigin, readOrigin } from '../protocol/origin.ts';
import { profile, readBaseUrl, TURNKEY_BASE_URL, type Profile } from '../protocol/profile.ts';
import { grantRow, readWildcardGroup, site, wildcardOf, type Site } from '../protocol/site.ts';
import { time } from '../protocol/time.ts';
import { MAX_HISTORY_PARTS, BACKUP_PART_RECORDS } from '../protocol/backup.ts';
import { fromUtf8, utf8, type Bytes } from '../crypto/bytes.ts';

/*
 * What is in a backup besides the history (docs/backup.md, The contents). Parsed as strictly as what
 * is stored: that a file opens says that somebody knew its password, not that Keystamp wrote it.
 */

const MAX_PROFILES = 100;
const MAX_KEYS = 100;
const MAX_SITES = 2000;
const MAX_GRANTS = 25_000;
/** More uses than any version may allow: what is more than today's limit is cut to it. */
const MAX_FILE_USES = 1_000_000;

/** An origin as a browser writes it, or the wildcard of a group of them. */
function isSiteName(origin: string): boolean {
  const group = readWildcardGroup(origin);
  if (group === undefined) return readOrigin(origin)?.container === null;
  return readOrigin(`https://${group}`) !== undefined && wildcardOf(group) === origin;
}

/** A profile's service says where it may be. */
function isOfItsService({ service, baseUrl }: Profile): boolean {
  const address = readBaseUrl(baseUrl);
  if (service === 'local') return address.ok && address.loopback;
  return service === 'custom' || baseUrl === TURNKEY_BASE_URL;
}

/**
 * IDs that Keystamp made are as `crypto.randomUUID` writes them. With other letter case one would be
 * a second record beside that of this browser, and the next backup of both could not be read.
 */
const isOwnId = (id: string): boolean => id === id.toLowerCase();
const ownId = v.pipe(uuid, v.check(isOwnId, 'uuid'));
const hasOwnIds = ({ id, keyId }: Profile): boolean => isOwnId(id) && isOwnId(keyId ?? '');

const canStamp = ({ keyId, passkeys }: Profile): boolean => keyId !== null || passkeys !== null;

type SiteFacts = Omit<Site, 'mac'>;
/** Only the origin of a page is connected, and only what is blocked has a row without a connection. */
const isWhole = ({ origin, profileId, connectedAt, blocked }: SiteFacts): boolean =>
  profileId === null ? blocked : isPageOrigin(origin) && connectedAt !== null;

const siteName = v.pipe(v.string(), v.maxLength(300), v.check(isSiteName, 'url'));
const pageOrigin = v.pipe(siteName, v.check(isPageOrigin, 'url'));
const { mac: _siteMac, ...siteFacts } = site.entries;
const { mac: _grantMac, started: _started, ...grantFacts } = grantRow;
const uses = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_FILE_USES));

/** Base64url of 32 bytes: the last of 43 characters has two spare bits, which are zero. */
const privateKey = v.pipe(v.string(), v.regex(/^[\w-]{42}[AEIMQUYcgkosw048]$/));

/** One record of each kind, as a file may have it. */
const records = {
  profiles: v.pipe(
    profile,
    v.check(isOfItsService, 'url'),
    v.check(canStamp),
    v.check(hasOwnIds, 'uuid'),
  ),
  /** Public facts always, the private key only if the user wanted it in the file. */
  keys: v.strictObject({
    ...KeyFacts.entries,
    id: ownId,
    privateKey: v.exactOptional(privateKey),
  }),
  sites: v.pipe(
    v.strictObject({ ...siteFacts, origin: siteName, profileId: v.nullable(ownId) }),
    v.check(isWhole),
  ),
  /** Its terms are those of when it was made: what is more than may be granted today is cut. */
  grants: v.strictObject({
    ...grantFacts,
    id: ownId,
    profileId: ownId,
    origin: pageOrigin,
    most: uses,
    used: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_FILE_USES)),
    perHour: v.nullable(uses),
    recent: v.pipe(v.array(time), v.maxLength(10_000)),
  }),
} as const;

const contentsSchema = v.strictObject({
  profiles: v.pipe(v.array(records.profiles), v.maxLength(MAX_PROFILES)),
  activeProfileId: v.nullable(ownId),
  keys: v.pipe(v.array(records.keys), v.maxLength(MAX_KEYS)),
  sites: v.pipe(v.array(records.sites), v.maxLength(MAX_SITES)),
  grants: v.pipe(v.array(records.grants), v.maxLength(MAX_GRANTS)),
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

/**
 * The contents without records that no Keystamp would read again: one that is damaged here must not
 * make the whole file one that can't be restored.
 */
export function withoutDamaged(contents: BackupContents): BackupContents {
  const readable = <T>(schema: v.GenericSchema<unknown, T>, all: readonly T[]): T[] =>
    all.filter((one) => v.is(schema, one));
  return {
    ...contents,
    profiles: readable(records.profiles, contents.profiles),
    keys: readable(records.keys, contents.keys),
    sites: readable(records.sites, contents.sites),
    grants: readable(records.grants, contents.grants),
  };
}

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
  const idsOf = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id);
  demandDistinct('profiles', idsOf(profiles));
  demandDistinct(
    'profiles',
    profiles.map(({ name }) => name),
  );
  demandDistinct('keys', idsOf(keys));
  demandDistinct(
    'keys',
    keys.map(({ publicKey }) => publicKey),
  );
  demandDistinct(
    'sites',
    sites.map(({ origin }) => origin),
  );
  demandDistinct('grants', idsOf(grants));
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
