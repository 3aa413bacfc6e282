import type { PolicyText } from '../../policies/policy.ts';
import type { Fields, RecordKind } from '../../protocol/fields.ts';
import type { Row } from '../../protocol/operation-row.ts';
import { isMembers, type Values } from '../../protocol/parse.ts';
import { REMOVED, valuesOf, type Draft, type DraftValue } from './draft.ts';
import type { KnownRecords } from '../records/pickable-records.ts';

/*
 * The policy that a form would make. Which fields write which member of a policy is in the operations
 * table: a change names the member that it replaces, and a new policy's fields are its members.
 */

/** What decides what a policy says. */
const DECIDING = ['effect', 'consensus', 'condition', 'time'] as const;

/** The member of a policy that a form's field writes, if a policy's answer depends on it. */
export function decidingMember(fields: Fields, name: string): string | undefined {
  const member = fields[name]?.replaces?.member ?? name;
  return DECIDING.find((one) => one === member);
}

export type DecidingFields = { readonly [M in (typeof DECIDING)[number]]: string };

/** The fields that write the deciding members, by member, where these fields write each of them. */
export function decidingFields(fields: Fields): DecidingFields | undefined {
  const names = Object.keys(fields);
  const found = DECIDING.map((member) => [
    member,
    names.find((name) => decidingMember(fields, name) === member),
  ]);
  const isWhole = found.every(([, name]) => name !== undefined);
  return isWhole ? (Object.fromEntries(found) as DecidingFields) : undefined;
}

/**
 * What a field that writes a member takes to make it `text`: where a form changes a policy, nothing if it is that
 * already, and the removal for an empty text.
 */
export function typedMember(
  fields: Fields,
  name: string,
  draft: Draft,
  known: KnownRecords,
  text: string,
): DraftValue {
  const changed = changedPolicy(fields, valuesOf(fields, draft));
  if (!changed) return text;
  const today = known[changed.kind]?.get(changed.id)?.record[decidingMember(fields, name) ?? ''];
  if (text === (today ?? '')) return '';
  return text === '' ? REMOVED : text;
}

/** Whether a form writes clauses of a policy. */
export function writesPolicy(fields: Fields): boolean {
  return Object.values(fields).some(({ control }) => control.kind === 'clause');
}

/** The policy that a form changes: the kind of its record, and its id once it is chosen. */
export type ChangedPolicy = { readonly kind: RecordKind; readonly id: string };

/** Which policy a form changes; undefined for one that makes a new one. */
export function changedPolicy(fields: Fields, values: Values): ChangedPolicy | undefined {
  const clause = Object.values(fields).find(({ control }) => control.kind === 'clause');
  const pick = clause?.replaces?.pick;
  const control = pick === undefined ? undefined : fields[pick]?.control;
  if (pick === undefined || control?.kind !== 'pick') return undefined;
  const id = values[pick];
  return { kind: control.recordKind, id: typeof id === 'string' ? id : '' };
}

/**
 * The policy that a form would make: what is typed, and for a change the rest as it is today.
 * Undefined while it isn't known which policy is changed, or what that one says.
 */
export const typedPolicy = (
  fields: Fields,
  draft: Draft,
  known: KnownRecords,
): PolicyText | undefined => policyAfter(fields, valuesOf(fields, draft), known);

/** The policy that these values make. */
function policyAfter(fields: Fields, values: Values, known: KnownRecords): PolicyText | undefined {
  const changed = changedPolicy(fields, values);
  const today = changed ? known[changed.kind]?.get(changed.id)?.record : {};
  if (!isMembers(today)) return undefined;
  const written = Object.keys(fields).flatMap((name): [string, unknown][] => {
    const member = decidingMember(fields, name);
    return member !== undefined && Object.hasOwn(values, name) ? [[member, values[name]]] : [];
  });
  return policyText(changed?.id ?? '', { ...today, ...Object.fromEntries<unknown>(written) });
}

function policyText(policyId: string, members: Values): PolicyText {
  const textOf = (member: (typeof DECIDING)[number]): string => {
    const value = members[member];
    return typeof value === 'string' ? value : '';
  };
  return {
    policyId,
    policyName: '',
    effect: textOf('effect'),
    consensus: textOf('consensus'),
    condition: textOf('condition'),
    time: textOf('time'),
  };
}

/** What a request does to one policy: null where there is none before, or after. */
export type PolicyChange = {
  readonly before: PolicyText | null;
  readonly after: PolicyText | null;
};

/** Whether a request decides what policies say. MFA policies are another resource. */
export const changesPolicies = (row: Row): boolean =>
  row.kind === 'submit' && typeof row.policy === 'object' && row.policy.resource === 'POLICY';

/**
 * What a request does to policies. Undefined while one that it changes or deletes isn't known.
 */
export function policyChangesOf(
  fields: Fields,
  parameters: Values,
  known: KnownRecords,
): readonly PolicyChange[] | undefined {
  const changes = writesPolicy(fields)
    ? [changeOf(fields, parameters, known)]
    : Object.entries(fields).flatMap(([name, { control }]): (PolicyChange | undefined)[] => {
        const values = [parameters[name]].flat();
        if (control.kind === 'record-list')
          return values.map((one) => changeOf(control.item, isMembers(one) ? one : {}, known));
        return control.kind === 'pick' ? values.map((id) => deletionOf(id, known)) : [];
      });
  const found = changes.filter((one) => one !== undefined);
  return found.length === changes.length ? found : undefined;
}

function changeOf(fields: Fields, values: Values, known: KnownRecords): PolicyChange | undefined {
  const after = policyAfter(fields, values, known);
  if (!after) return undefined;
  const changed = changedPolicy(fields, values);
  const before = changed ? deletionOf(changed.id, known)?.before : null;
  return before === undefined ? undefined : { before, after };
}

function deletionOf(id: unknown, { policy }: KnownRecords): PolicyChange | undefined {
  const record = typeof id === 'string' ? policy?.get(id)?.record : undefined;
  return isMembers(record) ? { before: policyText(String(id), record), after: null } : undefined;
}
