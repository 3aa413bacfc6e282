import type { DecodedValue } from '../../signing/calldata.ts';

/*
 * Which values of a call or message the fields of a descriptor show. What it leaves out is shown beside it: a
 * descriptor can hide a recipient by not naming it.
 */

/** A value that consists of no others, and where it stands: `orders[1].amount`. */
export type Leaf = { readonly place: string; readonly type: string; readonly text: string };

type Node = { readonly place: string; readonly value: DecodedValue };

function childrenOf({ place, value }: Node): readonly Node[] {
  if (typeof value.content === 'string') return [];
  return value.content.map((one, at) => {
    const step = one.name === '' ? `[${at}]` : one.name;
    const dot = place === '' || one.name === '' ? '' : '.';
    return { place: `${place}${dot}${step}`, value: one };
  });
}

const rootOf = (values: readonly DecodedValue[]): Node => ({
  place: '',
  value: { name: '', type: '', content: values },
});

function leavesUnder(node: Node): readonly Leaf[] {
  const { place, value } = node;
  if (typeof value.content === 'string') return [{ place, type: value.type, text: value.content }];
  return childrenOf(node).flatMap(leavesUnder);
}

/** A step that is no name: `[]`, `[2]`, `[-1]`, `[1:3]`. */
const SELECTOR = /^\[(?:(-?\d+)|(-?\d*):(-?\d*))?\]$/;

/** What one step of a path leads to. A part of bytes or of a number isn't the whole: to nothing. */
function follow(node: Node, step: string): readonly Node[] {
  const children = childrenOf(node);
  if (!step.startsWith('[')) return children.filter(({ value }) => value.name === step);
  const found = SELECTOR.exec(step);
  if (!found) return [];
  const [, index, from, to] = found;
  if (index !== undefined) {
    const child = children.at(Number(index));
    return child ? [child] : [];
  }
  return from === undefined
    ? children
    : children.slice(from === '' ? 0 : Number(from), to ? Number(to) : undefined);
}

/** The places of all that a path of ERC-7730 leads to; none for one that leads out of the data. */
function placesAt(values: readonly DecodedValue[], path: string): readonly string[] {
  if (/^[@$]/.test(path)) return [];
  const steps = path
    .replace(/^#\.?/, '')
    .replace(/(?<=[\w$\]])\[/g, '.[')
    .split('.')
    .filter((step) => step !== '');
  let nodes = [rootOf(values)];
  for (const step of steps) nodes = nodes.flatMap((node) => follow(node, step));
  return nodes.flatMap((node) => leavesUnder(node).map(({ place }) => place));
}

/** Every value but those of the given paths, in order. */
export function leavesBeside(
  values: readonly DecodedValue[],
  paths: readonly string[],
): readonly Leaf[] {
  const shown = new Set(paths.flatMap((path) => placesAt(values, path)));
  return leavesUnder(rootOf(values)).filter(({ place }) => !shown.has(place));
}
