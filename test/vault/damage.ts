// Ways to damage one of a vault's two stores, drawn from a seed: what someone who edits the disk
// can do, what old copies allow, and what a failing store does by itself.
import type { VaultDocument } from '../../src/vault/document.ts';
import { digestOf } from './enrolled-device.ts';
import { kdf, type Copy } from './device.ts';

export type Draw = {
  readonly upTo: (most: number) => number;
  readonly pick: <T>(list: readonly T[]) => T;
};

export function createDraw(random: () => number): Draw {
  const upTo = (most: number) => Math.floor(random() * most);
  return {
    upTo,
    pick: (list) => {
      const picked = list[upTo(list.length)];
      if (picked === undefined) throw new Error('nothing to draw from');
      return picked;
    },
  };
}

type Json = Record<string, unknown>;
const parseText = ({ text }: Copy) => JSON.parse(text) as VaultDocument & Json;
const withDocument = (copy: Copy, document: object): Copy => {
  const text = JSON.stringify(document);
  return { ...copy, text, digest: digestOf(text) };
};

/** What an editor turns the newest copy into, knowing all older ones. `undefined` deletes it. */
type Damage = readonly [
  name: string,
  act: (copy: Copy, old: readonly Copy[], draw: Draw) => unknown,
];

const drawRevision = (draw: Draw) => draw.pick([1, 2, 50, 1e6, Number.MAX_SAFE_INTEGER]);

function flipBit(text: string, { upTo }: Draw): string {
  const at = upTo(text.length);
  const code = text.charCodeAt(at) ^ (1 << upTo(6));
  return text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1);
}

/** Removes, duplicates, swaps or empties something in one of the document's lists. */
function editList(document: VaultDocument & Json, draw: Draw): Json {
  const name = draw.pick(['keys', 'records', 'clear', 'passkeys', 'retired']);
  const list = (document[name] ?? []) as unknown[];
  const edits: (() => unknown[])[] = [
    () => [],
    () => list.slice(1),
    () => list.toReversed(),
    () => [...list, ...list.slice(0, 1)],
    () => list.map((one) => (typeof one === 'object' ? { ...one, name: 'Forged' } : one)),
  ];
  return { ...document, [name]: draw.pick(edits)() };
}

function editHeader(document: VaultDocument, draw: Draw): VaultDocument['header'] {
  const { header } = document;
  return draw.pick([
    { ...header, createdAt: draw.upTo(2e12) },
    { ...header, kdf: { ...header.kdf, salt: kdf(draw.upTo(200)).salt } },
    { ...header, kdf: { ...header.kdf, iterations: 3 + draw.upTo(20) } },
    { ...header, kdf: { ...header.kdf, iterations: 1 } },
    { ...header, wrapped: flipBit(header.wrapped, draw) },
  ]);
}

export const DAMAGES: readonly Damage[] = [
  ['gone', () => undefined],
  ['null', () => null],
  ['rubbish', (_copy, _old, draw) => draw.pick<unknown>(['', 0, {}, [], 'x', { text: 1 }, true])],
  [
    'cut short',
    (copy, _old, { upTo }) => ({ ...copy, text: copy.text.slice(0, upTo(copy.text.length)) }),
  ],
  ['a flipped bit', (copy, _old, draw) => ({ ...copy, text: flipBit(copy.text, draw) })],
  [
    'a flipped bit with a right digest',
    (copy, _old, draw) => {
      const text = flipBit(copy.text, draw);
      return { ...copy, text, digest: digestOf(text) };
    },
  ],
  ['another MAC', (copy, _old, draw) => ({ ...copy, mac: flipBit(copy.mac ?? 'A', draw) })],
  ['no MAC', ({ text, digest }) => ({ text, digest })],
  ['an old version', (_copy, old, { pick: one }) => one(old)],
  [
    'an old version, its revision raised',
    (_copy, old, draw) => {
      const before = draw.pick(old);
      return withDocument(before, { ...parseText(before), revision: drawRevision(draw) });
    },
  ],
  ['an old version under the new MAC', (copy, old, draw) => ({ ...draw.pick(old), mac: copy.mac })],
  [
    'an old header in the new document',
    (copy, old, draw) =>
      withDocument(copy, { ...parseText(copy), header: parseText(draw.pick(old)).header }),
  ],
  [
    'old passkeys in the new document',
    (copy, old, draw) =>
      withDocument(copy, { ...parseText(copy), passkeys: parseText(draw.pick(old)).passkeys }),
  ],
  [
    'a list edited',
    (copy, _old, draw) =>
      withDocument(copy, { ...editList(parseText(copy), draw), revision: drawRevision(draw) }),
  ],
  [
    'the header edited',
    (copy, _old, draw) =>
      withDocument(copy, {
        ...parseText(copy),
        header: editHeader(parseText(copy), draw),
        revision: drawRevision(draw),
      }),
  ],
  [
    'passed off as an earlier version',
    (copy, _old, draw) => {
      const { header, records } = parseText(copy);
      const keys = draw.pick([[], parseText(copy).keys]);
      const text = JSON.stringify({
        v: 1,
        revision: drawRevision(draw),
        header: { ...header, v: 1 },
        keys,
        records,
      });
      return { text, digest: digestOf(text) };
    },
  ],
];
