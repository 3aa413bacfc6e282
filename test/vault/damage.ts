// Ways to damage one of the two stores of a vault, drawn from a seed: what an editor of the disk does
// by hand, what old copies allow, and what a failing store does by itself.
import type { VaultDocument } from '../../src/vault/document.ts';
import { digestOf } from './enrolled.ts';
import { kdf, type Copy } from './world.ts';

export type Draw = {
  readonly upTo: (most: number) => number;
  readonly one: <T>(of: readonly T[]) => T;
};

export function drawFrom(random: () => number): Draw {
  const upTo = (most: number) => Math.floor(random() * most);
  return {
    upTo,
    one: (of) => {
      const found = of[upTo(of.length)];
      if (found === undefined) throw new Error('nothing to draw from');
      return found;
    },
  };
}

type Json = Record<string, unknown>;
const parsed = ({ text }: Copy) => JSON.parse(text) as VaultDocument & Json;
const written = (copy: Copy, document: object): Copy => {
  const text = JSON.stringify(document);
  return { ...copy, text, digest: digestOf(text) };
};

/** What an editor makes of the newest copy, knowing all older ones. `undefined`: it is gone. */
type Damage = readonly [
  name: string,
  act: (copy: Copy, old: readonly Copy[], draw: Draw) => unknown,
];

const raised = (draw: Draw) => draw.one([1, 2, 50, 1e6, Number.MAX_SAFE_INTEGER]);

function flipped(text: string, { upTo }: Draw): string {
  const at = upTo(text.length);
  const code = text.charCodeAt(at) ^ (1 << upTo(6));
  return text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1);
}

/** Takes away, doubles, swaps or empties something in a list of the document. */
function listEdit(document: VaultDocument & Json, draw: Draw): Json {
  const name = draw.one(['keys', 'records', 'clear', 'passkeys', 'retired']);
  const list = (document[name] ?? []) as unknown[];
  const edits: (() => unknown[])[] = [
    () => [],
    () => list.slice(1),
    () => list.toReversed(),
    () => [...list, ...list.slice(0, 1)],
    () => list.map((one) => (typeof one === 'object' ? { ...one, name: 'Forged' } : one)),
  ];
  return { ...document, [name]: draw.one(edits)() };
}

function headerEdit(document: VaultDocument, draw: Draw): VaultDocument['header'] {
  const { header } = document;
  return draw.one([
    { ...header, createdAt: draw.upTo(2e12) },
    { ...header, kdf: { ...header.kdf, salt: kdf(draw.upTo(200)).salt } },
    { ...header, kdf: { ...header.kdf, iterations: 3 + draw.upTo(20) } },
    { ...header, kdf: { ...header.kdf, iterations: 1 } },
    { ...header, wrapped: flipped(header.wrapped, draw) },
  ]);
}

export const DAMAGES: readonly Damage[] = [
  ['gone', () => undefined],
  ['null', () => null],
  ['rubbish', (_copy, _old, draw) => draw.one<unknown>(['', 0, {}, [], 'x', { text: 1 }, true])],
  [
    'cut short',
    (copy, _old, { upTo }) => ({ ...copy, text: copy.text.slice(0, upTo(copy.text.length)) }),
  ],
  ['a flipped bit', (copy, _old, draw) => ({ ...copy, text: flipped(copy.text, draw) })],
  [
    'a flipped bit with a right digest',
    (copy, _old, draw) => {
      const text = flipped(copy.text, draw);
      return { ...copy, text, digest: digestOf(text) };
    },
  ],
  ['another MAC', (copy, _old, draw) => ({ ...copy, mac: flipped(copy.mac ?? 'A', draw) })],
  ['no MAC', ({ text, digest }) => ({ text, digest })],
  ['an old version', (_copy, old, { one }) => one(old)],
  [
    'an old version, its revision raised',
    (_copy, old, draw) => {
      const before = draw.one(old);
      return written(before, { ...parsed(before), revision: raised(draw) });
    },
  ],
  ['an old version under the new MAC', (copy, old, draw) => ({ ...draw.one(old), mac: copy.mac })],
  [
    'an old header in the new document',
    (copy, old, draw) => written(copy, { ...parsed(copy), header: parsed(draw.one(old)).header }),
  ],
  [
    'old passkeys in the new document',
    (copy, old, draw) =>
      written(copy, { ...parsed(copy), passkeys: parsed(draw.one(old)).passkeys }),
  ],
  [
    'a list edited',
    (copy, _old, draw) =>
      written(copy, { ...listEdit(parsed(copy), draw), revision: raised(draw) }),
  ],
  [
    'the header edited',
    (copy, _old, draw) =>
      written(copy, {
        ...parsed(copy),
        header: headerEdit(parsed(copy), draw),
        revision: raised(draw),
      }),
  ],
  [
    'passed for one of before',
    (copy, _old, draw) => {
      const { header, records } = parsed(copy);
      const keys = draw.one([[], parsed(copy).keys]);
      const text = JSON.stringify({
        v: 1,
        revision: raised(draw),
        header: { ...header, v: 1 },
        keys,
        records,
      });
      return { text, digest: digestOf(text) };
    },
  ],
];
