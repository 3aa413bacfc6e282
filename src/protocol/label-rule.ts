import { NEEDED_JOINER_SOURCE } from './joiners.ts';
import type { Rule } from './rules.ts';

const MAX_LENGTH = 64;
/** Hangul's fillers are letters that draw nothing. */
const CHARACTER = String.raw`(?![\u115F\u1160\u3164\uFFA0])[\p{L}\p{M}\p{N} _\-:/.,+@'’]|${NEEDED_JOINER_SOURCE}`;
let allowed: RegExp | undefined;
/** Made with the first name: browsers read such an expression for a third of a millisecond. */
const allowedStart = (): RegExp => (allowed ??= new RegExp(`^(?:${CHARACTER})*`, 'u'));
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** The first character that no name has where it stands, and what stands before it. */
export type Misfit = { readonly character: string; readonly before: string };

/** Undefined if every character may stand in a name. */
export function findMisfit(value: string): Misfit | undefined {
  const before = allowedStart().exec(value)?.[0] ?? '';
  const [character] = value.slice(before.length);
  return character === undefined ? undefined : { character, before };
}

/** Why a text isn't a name; undefined for one. */
export function labelRule(value: string): Rule | undefined {
  if (value === '' || value.length > MAX_LENGTH) return 'label_length';
  const misfit = findMisfit(value);
  if (!misfit) return undefined;
  return INVISIBLE.test(misfit.character) ? 'label_invisible' : 'label_characters';
}
