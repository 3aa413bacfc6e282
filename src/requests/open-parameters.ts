import { KeystampError } from '../protocol/errors.ts';
import type { Field } from '../protocol/fields.ts';
import { versionFor, type QueryRow, type Row, type Version } from '../protocol/operation-row.ts';
import { ASK } from '../protocol/page-api.ts';
import { parseOrThrow, type Values } from '../protocol/parse.ts';
import type { Profile } from '../protocol/profile.ts';

/*
 * Parameters that a page leaves to the user: the page sends ASK instead of an id, the user picks the
 * record in Keystamp, and only then is there anything to stamp.
 */

/** What a page requested: `open` names the parameters that are left to the user. */
export type OpenParameters = {
  readonly parameters: Values;
  readonly open: readonly string[];
};

/** A valid id that no record has. */
const STAND_IN = '00000000-0000-4000-8000-000000000000';

/** The fields and schema of an operation's parameters, in the version that a profile uses. */
export function parametersOf(row: Row, { otpGeneration }: Profile): QueryRow | Version {
  return row.kind === 'query' ? row : versionFor(row, otpGeneration);
}

/** The stand-in for a parameter that the page left to the user; undefined for any other. */
function standInOf({ control, automatic }: Field, value: unknown): unknown {
  if (control.kind !== 'pick' || automatic) return undefined;
  // A page's values come from JSON: only the constant itself, without one member more, is this text.
  if (JSON.stringify(value) !== JSON.stringify(ASK)) return undefined;
  return control.many ? [STAND_IN] : STAND_IN;
}

/**
 * Reads a page's parameters. Where a field picks records, ASK leaves them to the user. Anywhere else
 * it's a wrong value like any other.
 * @throws `invalid_input` naming the parameter
 */
export function parseOpenParameters(
  { fields, parameters: schema }: QueryRow | Version,
  values: Values,
): OpenParameters {
  const complete: Record<string, unknown> = { ...values };
  const open = Object.entries(fields).flatMap(([name, field]) => {
    const standIn = Object.hasOwn(values, name) ? standInOf(field, values[name]) : undefined;
    if (standIn === undefined) return [];
    complete[name] = standIn;
    return [name];
  });
  // With the stand-ins, the operation's own schema checks all the rest, rules over several fields included.
  const parsed = Object.entries(parseOrThrow(schema, complete, 'parameters'));
  return { parameters: Object.fromEntries(parsed.filter(([name]) => !open.includes(name))), open };
}

/** Whether the user still has to pick something. */
export function lacksPick({ parameters, open }: OpenParameters): boolean {
  return open.some((name) => !Object.hasOwn(parameters, name));
}

/**
 * The parameters with what the user picked, which replaces what they picked before.
 * @param picks a value for each open parameter, and for no other
 * @throws `invalid_input` naming the parameter
 */
export function withPicks(
  { parameters: schema }: QueryRow | Version,
  { parameters, open }: OpenParameters,
  picks: Values,
): Values {
  const wrong =
    Object.keys(picks).find((name) => !open.includes(name)) ??
    open.find((name) => !Object.hasOwn(picks, name));
  if (wrong !== undefined || open.length === 0) {
    throw new KeystampError('invalid_input', undefined, {
      field: ['picks', wrong].filter(Boolean).join('.'),
    });
  }
  return parseOrThrow(schema, { ...parameters, ...picks }, 'parameters');
}
