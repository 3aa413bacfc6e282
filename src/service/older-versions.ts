// Older versions of submits. They keep working (docs/protocol.md, Older versions): stored as they were
// stamped, carried out as the version in the operations table that they became, answered as they were.
import * as v from 'valibot';
import { EFFECT } from '../protocol/enums.ts';
import { field, label, listOf, oneOf, optional, uuid, type Fields } from '../protocol/fields.ts';
import {
  createOperationsTable,
  submit,
  versionOfType,
  type SubmitRow,
  type Version,
} from '../protocol/operation-row.ts';
import { recordList } from '../protocol/record-list.ts';
import { OPERATIONS, submitRowOfType } from '../protocol/operations.ts';
import { clausesOf, type Selector } from './policy-selectors.ts';
import type { Values } from '../protocol/parse.ts';
type Upgrade = (values: Values) => Values;

/** A version of a row, and what its parameters and its result are in the table's version. */
type Older = {
  readonly row: SubmitRow;
  readonly version: Version;
  readonly upgrade: Upgrade;
  readonly downgrade: (result: unknown) => unknown;
};

const asText = { control: { kind: 'text' } } as const;
const ids = v.array(v.string());

/** The fields without some. */
function without<F extends Fields, N extends keyof F & string>(
  fields: F,
  ...names: readonly N[]
): Omit<F, N> {
  const left = Object.entries(fields).filter(([name]) => !names.some((one) => one === name));
  // The entries that are left are the fields' own.
  return Object.fromEntries(left) as Omit<F, N>;
}

const apiKeys = OPERATIONS.create_api_keys.versions[0].fields;
const updatedPolicy = OPERATIONS.update_policy.versions[0].fields;
const newUsers = OPERATIONS.create_users.versions[0].fields;
const newKeys = OPERATIONS.create_private_keys.versions[0].fields;
const rawPayload = OPERATIONS.sign_raw_payload.versions[0];
const transaction = OPERATIONS.sign_transaction.versions[0];
const sent = OPERATIONS.eth_send_transaction.versions[0];
const privateKeyId = field(uuid, asText);

const target = v.pipe(v.string('wrong_type'), v.maxLength(1024, 'too_long'));
const selector = {
  subject: optional(field(target, asText)),
  operator: optional(field(target, asText)),
};
/** How many selectors fit, and how many targets one has, is a choice. */
const selectorPolicy = (member: Fields) => ({
  policyName: field(label, asText),
  selectors: recordList({ item: { ...selector, ...member }, min: 1, max: 20 }),
  effect: field(oneOf(EFFECT), asText),
  notes: optional(field(v.pipe(v.string('wrong_type'), v.maxLength(1024, 'too_long')), asText)),
});
const policyResult = v.object({ policyId: v.string() });

const facts = { policy: 'everyone', risk: 'high', pageAccess: 'never' } as const;

const TABLE = createOperationsTable({
  create_api_keys: submit({
    ...facts,
    versions: () => [
      {
        fields: {
          userId: field(uuid, asText),
          apiKeys: recordList({
            item: without(apiKeys.apiKeys.control.item, 'curveType'),
            min: 1,
            max: apiKeys.apiKeys.control.max,
          }),
        },
        result: v.object({ apiKeyIds: ids }),
      },
    ],
  }),
  create_users: submit({
    ...facts,
    versions: () => [
      { suffix: 'V3', resultSuffix: '', fields: newUsers, result: v.object({ userIds: ids }) },
    ],
  }),
  create_policy: submit({
    ...facts,
    versions: () => [
      { fields: selectorPolicy({ target: optional(field(target, asText)) }), result: policyResult },
      {
        suffix: 'V2',
        resultSuffix: '',
        fields: selectorPolicy({ targets: optional(field(listOf(target, 0), asText)) }),
        result: policyResult,
      },
    ],
  }),
  update_policy: submit({
    ...facts,
    versions: () => [{ fields: without(updatedPolicy, 'time'), result: policyResult }],
  }),
  create_private_keys: submit({
    ...facts,
    versions: () => [{ fields: newKeys, result: v.object({ privateKeyIds: ids }) }],
  }),
  sign_raw_payload: submit({
    ...facts,
    versions: () => [
      {
        fields: { privateKeyId, ...without(rawPayload.fields, 'signWith') },
        result: rawPayload.result,
      },
    ],
  }),
  sign_transaction: submit({
    ...facts,
    versions: () => [
      {
        fields: { privateKeyId, ...without(transaction.fields, 'signWith') },
        result: transaction.result,
      },
    ],
  }),
  eth_send_transaction: submit({
    ...facts,
    versions: () => [
      {
        fields: { ...without(sent.fields, 'calls'), ...sent.fields.calls.control.item },
        result: sent.result,
      },
    ],
  }),
});

/** Keys were of P-256 before there were other curves. */
const ofP256: Upgrade = ({ apiKeys: keys, ...rest }) => ({
  ...rest,
  apiKeys: v.parse(v.array(v.looseObject({})), keys).map((key) => ({
    ...key,
    curveType: 'API_KEY_CURVE_P256',
  })),
});

const withClauses: Upgrade = ({ selectors, notes = '', ...rest }) => ({
  ...rest,
  notes,
  // The version's own schema has read them.
  ...clausesOf(selectors as readonly Selector[]),
});

const byKeyId: Upgrade = ({ privateKeyId: signWith, ...rest }) => ({ signWith, ...rest });

const asCall: Upgrade = ({ to, value, data, ...rest }) => ({
  ...rest,
  calls: [{ to, ...(value !== undefined && { value }), ...(data !== undefined && { data }) }],
});

const KeyIds = v.object({ privateKeys: v.array(v.object({ privateKeyId: v.string() })) });
const idsAlone = (result: unknown) => ({
  privateKeyIds: v.parse(KeyIds, result).privateKeys.map(({ privateKeyId }) => privateKeyId),
});

const same = <T>(value: T): T => value;

const older = (name: keyof typeof TABLE, change: Partial<Pick<Older, 'upgrade' | 'downgrade'>>) =>
  TABLE[name].versions.map((version): readonly [string, Older] => [
    version.type,
    { row: OPERATIONS[name], version, upgrade: same, downgrade: same, ...change },
  ]);

const OLDER: ReadonlyMap<string, Older> = new Map([
  ...older('create_api_keys', { upgrade: ofP256 }),
  ...older('create_users', {}),
  ...older('create_policy', { upgrade: withClauses }),
  ...older('update_policy', {}),
  ...older('create_private_keys', { downgrade: idsAlone }),
  ...older('sign_raw_payload', { upgrade: byKeyId }),
  ...older('sign_transaction', { upgrade: byKeyId }),
  ...older('eth_send_transaction', { upgrade: asCall }),
]);

/** The row that a type belongs to, in any version that this service takes; undefined for another type. */
export function rowOfType(type: string): SubmitRow | undefined {
  return submitRowOfType(type) ?? OLDER.get(type)?.row;
}

/** The version of a type among those of a row, or undefined. */
export function versionOf(row: SubmitRow, type: string): Version | undefined {
  const found = OLDER.get(type);
  return found?.row === row ? found.version : versionOfType(row, type);
}

/** The parameters of a type, as the version in the operations table has them. */
export function readCurrentValues(type: string, parameters: Values): Values {
  return OLDER.get(type)?.upgrade(parameters) ?? parameters;
}

/** What carries a version out: the table's own, and how values and result get there and back. */
export function carriedOutAs(
  version: Version,
): Pick<Older, 'upgrade' | 'downgrade'> & { readonly current: Version; readonly isOlder: boolean } {
  const found = OLDER.get(version.type);
  if (!found) return { current: version, upgrade: same, downgrade: same, isOlder: false };
  const { row, upgrade, downgrade } = found;
  return { current: row.versions[0], upgrade, downgrade, isOlder: true };
}
