import { editDistance } from '../protocol/edit-distance.ts';
import { ACTIVITY_TYPE } from '../protocol/enums.ts';
import type { RecordKind } from '../protocol/fields.ts';
import { literalsOf } from './clause-literals.ts';
import type { Expression, Span } from './syntax-tree.ts';

/*
 * Values that a clause compares with and that match nothing: a misspelt kind of activity, a record that the
 * organization doesn't have. The service stores them all the same, and a newer one may know more.
 */

const KINDS = [
  ...new Set(ACTIVITY_TYPE.map((type) => type.replace(/^ACTIVITY_TYPE_|_V\d+$/g, ''))),
  // Newer than the list of types.
  'UPDATE_WALLET_ACCOUNT_NAME',
  'IMPORT_SECRETS',
  'EXPORT_SECRETS',
  'CREATE_SESSION_PROFILE',
  'UPDATE_MFA_POLICY',
  'CREATE_VELOCITY_CONTROL',
];

/** By the name that is read, its values (docs/policies.md, Names). */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  'activity.kind': KINDS,
  'activity.type': ACTIVITY_TYPE,
  'activity.resource': [
    'AUTH',
    'AUTH_PROXY',
    'CONFIG',
    'CREDENTIAL',
    'FIAT_TRANSACTION',
    'INVITATION',
    'MFA_POLICY',
    'ON_RAMP_CREDENTIALS',
    'ORGANIZATION',
    'OTP',
    'PAYMENT_METHOD',
    'POLICY',
    'PRIVATE_KEY',
    'RECOVERY',
    'SECRET',
    'SESSION_PROFILE',
    'SMART_CONTRACT_INTERFACE',
    'SPONSORSHIP',
    'SUBSCRIPTION',
    'TVC_APP',
    'TVC_DEPLOYMENT',
    'TVC_OPERATOR',
    'TVC_QUORUM_KEY',
    'USER',
    'WALLET',
    'WEBHOOK_ENDPOINT',
  ],
  'activity.action': [
    'CREATE',
    'DELETE',
    'ENCRYPT',
    'EXPORT',
    'IMPORT',
    'SIGN',
    'UPDATE',
    'VERIFY',
  ],
};

/** By the name that is read, the kind of record whose id it is. */
const RECORDS = {
  'wallet.id': 'wallet',
  'wallets.id': 'wallet',
  'activity.params.wallet_id': 'wallet',
  'private_key.id': 'privateKey',
  'private_key.tags': 'privateKeyTag',
  'approvers.id': 'user',
  'approvers.tags': 'userTag',
  'credentials.user_id': 'user',
  'activity.params.user_id': 'user',
  'activity.params.user_ids': 'user',
} as const satisfies Readonly<Record<string, RecordKind>>;
export type NamedRecordKind = (typeof RECORDS)[keyof typeof RECORDS];

const isRecordPath = (path: string): path is keyof typeof RECORDS => Object.hasOwn(RECORDS, path);

export type UnknownValue = { readonly span: Span; readonly subject: string } & (
  | { readonly kind: 'unknown_name'; readonly name: string; readonly like: string | undefined }
  | { readonly kind: 'unknown_id'; readonly recordKind: NamedRecordKind }
);

/** Longer texts are no misspelt names, and comparing them takes long. */
const MAX_LENGTH = 80;
/** More than these aren't told in one clause, nor looked for what they are like. */
const MAX_FOUND = 5;

/** The value that a text was hardly meant otherwise than as; undefined if it is like none. */
function likeOf(text: string, values: readonly string[]): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const typed = text
    .trim()
    .toUpperCase()
    .replaceAll(/[\s-]+/g, '_');
  const allowed = Math.max(1, Math.min(3, Math.floor(typed.length / 4)));
  const near = values
    .map((value) => {
      // A kind is often written with the beginning of its type, and the other way round.
      const bare = (one: string) => one.replace(/^ACTIVITY_TYPE_/, '');
      return { value, distance: editDistance(bare(typed), bare(value)) };
    })
    .toSorted((one, other) => one.distance - other.distance)[0];
  return near && near.distance <= allowed ? near.value : undefined;
}

/** The kinds of records that a clause names by their ids. */
export const recordKindsIn = (tree: Expression): readonly NamedRecordKind[] => [
  ...new Set(literalsOf(tree).flatMap(({ path }) => (isRecordPath(path) ? [RECORDS[path]] : []))),
];

/**
 * What a clause compares with and nothing has, in the order in which it stands there.
 * @param hasRecord whether the organization has such a record; undefined while that isn't known
 */
export function unknownValues(
  tree: Expression,
  hasRecord: (kind: RecordKind, id: string) => boolean | undefined,
): readonly UnknownValue[] {
  const found = literalsOf(tree).filter(({ path, text }) => {
    if (isRecordPath(path)) return hasRecord(RECORDS[path], text) === false;
    const values = Object.hasOwn(VALUES, path) ? VALUES[path] : undefined;
    return values !== undefined && !values.includes(text);
  });
  return found.slice(0, MAX_FOUND).map(({ path, text: subject, span }): UnknownValue => {
    if (isRecordPath(path)) return { kind: 'unknown_id', span, subject, recordKind: RECORDS[path] };
    return {
      kind: 'unknown_name',
      span,
      subject,
      name: path,
      like: likeOf(subject, VALUES[path] ?? []),
    };
  });
}
