import {
  certain,
  ERROR,
  MISSING_OR_UNKNOWN,
  textValue,
  type Possible,
  type Value,
} from './possible-values.ts';

/*
 * What `x[i]` and `x[a..b]` may be (docs/policies.md, Not published).
 */

/** Says that a value depends on what isn't published. */
type Unclear = (possible: Possible) => Possible;

/** The known whole number, if it is one place. */
function placeOf(value: Value): bigint | undefined {
  return value.is === 'int' && value.low === value.high ? value.low : undefined;
}

/** What isn't known may lack the member. */
export function memberOf(value: Value | undefined, name: string): Possible {
  if (value?.is === 'unknown') return { value, mayErr: true };
  return (value?.is === 'struct' && value.members.get(name)) || ERROR;
}

/** Whether places of a text count bytes or characters isn't published; in ASCII they are the same. */
const hasOtherThanAscii = (text: string): boolean => /[^\0-\x7f]/.test(text);

export function elementAt(owner: Value, index: Value, unclear: Unclear): Possible {
  if (owner.is === 'unknown' || index.is === 'unknown') return MISSING_OR_UNKNOWN;
  if (index.is === 'string') return memberOf(owner, index.text);
  if (index.is !== 'int' || (owner.is !== 'list' && owner.is !== 'string')) return ERROR;
  const place = placeOf(index);
  if (place === undefined) return MISSING_OR_UNKNOWN;
  if (place < 0n) return ERROR;
  if (owner.is === 'string') {
    if (hasOtherThanAscii(owner.text)) return unclear(MISSING_OR_UNKNOWN);
    if (place >= BigInt(owner.text.length)) return ERROR;
    return certain(textValue(owner.text.charAt(Number(place))));
  }
  const { elements, isOpen } = owner;
  const found = elements[Number(place)];
  const isFixed = elements.slice(0, Number(place) + 1).every((element) => element.isSure);
  if (found && isFixed) return found.possible;
  return isOpen || found ? MISSING_OR_UNKNOWN : ERROR;
}

/** From a up to before b. Whether what reaches beyond the end is cut or an error isn't published. */
export function sliceOf(owner: Value, start: Value, end: Value, unclear: Unclear): Possible {
  const [from, to] = [placeOf(start), placeOf(end)];
  if (from === undefined || to === undefined) return MISSING_OR_UNKNOWN;
  if (from < 0n || from > to) return ERROR;
  if (owner.is === 'unknown') return MISSING_OR_UNKNOWN;
  if (owner.is === 'string') {
    if (hasOtherThanAscii(owner.text)) return unclear(MISSING_OR_UNKNOWN);
    const value = textValue(owner.text.slice(Number(from), Number(to)));
    return to <= BigInt(owner.text.length) ? certain(value) : unclear({ value, mayErr: true });
  }
  if (owner.is !== 'list') return ERROR;
  const { elements, isOpen } = owner;
  const isFixed = elements.slice(0, Number(to)).every((element) => element.isSure);
  const isWithin = to <= BigInt(elements.length);
  if (!isFixed || (isOpen && !isWithin)) return MISSING_OR_UNKNOWN;
  const part = elements.slice(Number(from), Number(to));
  const value: Value = { is: 'list', elements: part, isOpen: false };
  return isWithin ? certain(value) : unclear({ value, mayErr: true });
}
