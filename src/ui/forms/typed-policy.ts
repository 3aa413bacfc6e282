import type { PolicyText } from '../../policies/policy.ts';
import type { Fields, RecordKind } from '../../protocol/fields.ts';
import { isMembers, type Values } from '../../protocol/parse.ts';
import { valuesOf, type Draft } from './draft.ts';
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
export function typedPolicy(
  fields: Fields,
  draft: Draft,
  known: KnownRecords,
): PolicyText | undefined {
  const values = valuesOf(fields, draft);
  const changed = changedPolicy(fields, values);
  const today = changed ? known[changed.kind]?.get(changed.id)?.record : {};
  if (!isMembers(today)) return undefined;
  const typed = Object.keys(fields).flatMap((name): [string, unknown][] => {
    const member = decidingMember(fields, name);
    return member !== undefined && Object.hasOwn(values, name) ? [[member, values[name]]] : [];
  });
  const whole: Values = { ...today, ...Object.fromEntries<unknown>(typed) };
  const textOf = (member: (typeof DECIDING)[number]): string => {
    const value = whole[member];
    return typeof value === 'string' ? value : '';
  };
  return {
    policyId: changed?.id ?? '',
    policyName: '',
    effect: textOf('effect'),
    consensus: textOf('consensus'),
    condition: textOf('condition'),
    time: textOf('time'),
  };
}
