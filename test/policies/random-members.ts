import { PUBLISHED_NAMES } from '../../src/policies/published-names.ts';
import { elementType, type ValueType } from '../../src/policies/value-type.ts';
import { chance, oneOf, type Draw } from './random-draw.ts';
import type { Plain, PlainMembers } from './random-policies.ts';

/*
 * Conditions that name any published member, and requests that have them: both made from the one list.
 */

/** Some differ in case only, and one is no ASCII. */
const TEXTS = ['aa', 'AA', '0xab', '0xAB', '', 'bb', 'ä'] as const;
const KEYS = ['k', 'm'] as const;
const COMPARISONS = ['==', '!=', '<', '>', '<=', '>='] as const;

const quoted = (text: string): string => `'${text}'`;
const texts = (g: Draw): string =>
  `[${Array.from({ length: g(3) }, () => quoted(oneOf(g, TEXTS))).join(', ')}]`;
const numbers = (g: Draw): string =>
  `[${Array.from({ length: g(3) }, () => String(g(3))).join(', ')}]`;

function textLeaf(g: Draw, path: string): string {
  const from = g(2);
  switch (g(5)) {
    case 0:
      return `${path} in ${texts(g)}`;
    case 1:
      return `${path}[${from}..${from + g(3)}] ${oneOf(g, ['==', '!='])} ${quoted(oneOf(g, ['a', 'aa', '0x', '']))}`;
    case 2:
      return `${path}[${g(3)}] == 'a'`;
    default:
      return `${path} ${oneOf(g, ['==', '!='])} ${quoted(oneOf(g, TEXTS))}`;
  }
}

/** Over 127 bits: of the wider type only. */
const WIDE = String(2n ** 130n);

function numberLeaf(g: Draw, path: string): string {
  if (chance(g, 20)) return `${path} in ${numbers(g)}`;
  return `${path} ${oneOf(g, COMPARISONS)} ${chance(g, 10) ? WIDE : g(3)}`;
}

function valueLeaf(g: Draw, path: string): string {
  switch (g(8)) {
    case 0:
      return textLeaf(g, path);
    case 1:
      return `${path}[${g(2)}] == ${g(2)}`;
    case 2:
      return `${path}['${oneOf(g, KEYS)}'] == ${quoted(oneOf(g, TEXTS))}`;
    case 3:
      return `${path}.count() >= ${g(2)}`;
    case 4:
      return `${path}.${oneOf(g, ['any', 'all'])}(v, v == ${chance(g, 50) ? quoted(oneOf(g, TEXTS)) : g(2)})`;
    case 5:
      return chance(g, 30) ? path : `${path} == ${oneOf(g, ['true', 'false'])}`;
    case 6:
      return `${oneOf(g, ['1', quoted(oneOf(g, TEXTS)), `{k: ${g(2)}}`, `{k: ${g(2)}, m: true}`, path])} in ${path}`;
    default:
      return numberLeaf(g, path);
  }
}

function listLeaf(g: Draw, path: string, type: ValueType, depth: number): string {
  const element = elementType(type);
  if (!element) throw new Error('no list');
  const variable = `x${depth}`;
  const within = () => memberLeaf(g, variable, element, depth + 1);
  switch (g(5)) {
    case 0:
      return `${path}.count() ${oneOf(g, COMPARISONS)} ${g(3)}`;
    case 1:
      return memberLeaf(g, `${path}[${g(2)}]`, element, depth + 1);
    case 2:
      return `${path}.filter(${variable}, ${within()}).count() ${oneOf(g, COMPARISONS)} ${g(2)}`;
    case 3:
      return `${path}[${g(1)}..${1 + g(2)}].${oneOf(g, ['any', 'all'])}(${variable}, ${within()})`;
    default:
      // Whether a list has its own first element: what it has may not be known, or not compare.
      if (chance(g, 20) && element.is === 'struct') return `${path}[0] in ${path}`;
      if (chance(g, 20) && element.is === 'string')
        return `${path}.contains(${quoted(oneOf(g, TEXTS))})`;
      return `${path}.${oneOf(g, ['any', 'all'])}(${variable}, ${within()})`;
  }
}

/** A condition about something of a type that stands at a path. */
function memberLeaf(g: Draw, path: string, type: ValueType, depth: number): string {
  switch (type.is) {
    case 'struct': {
      if (type.mayBeList && chance(g, 50)) return listLeaf(g, path, type, depth);
      const [name, member] = oneOf(g, Object.entries(type.members));
      return memberLeaf(g, `${path}.${name}`, member, depth);
    }
    case 'list':
      return listLeaf(g, path, type, depth);
    case 'map': {
      const key = oneOf(g, KEYS);
      return memberLeaf(g, type.isDotted ? `${path}.${key}` : `${path}['${key}']`, type.of, depth);
    }
    case 'bool':
      return chance(g, 50)
        ? path
        : `${path} ${oneOf(g, ['==', '!='])} ${oneOf(g, ['true', 'false'])}`;
    case 'int':
    case 'uint':
      return numberLeaf(g, path);
    case 'string':
      return textLeaf(g, path);
    case 'value':
      return valueLeaf(g, path);
    case 'timestamp':
    case 'any':
      throw new Error(`no condition has a ${type.is}`);
  }
}

const CONDITION = PUBLISHED_NAMES.condition;

/** A condition about any member of the list. */
export function publishedLeaf(g: Draw): string {
  const [name, type] = oneOf(g, Object.entries(CONDITION.members));
  const leaf = memberLeaf(g, name, type, 0);
  return chance(g, 15) ? `!(${leaf})` : leaf;
}

function randomValue(g: Draw, depth: number): Plain {
  switch (g(depth > 1 ? 2 : 4)) {
    case 0:
      return BigInt(g(3));
    case 1:
      return chance(g, 50);
    case 2:
      return oneOf(g, TEXTS);
    case 3:
      return Array.from({ length: g(2) }, () => randomValue(g, depth + 1));
    default:
      return { k: randomValue(g, depth + 1), m: randomValue(g, depth + 1) };
  }
}

/** A value of a type. Of its members some are missing. */
function randomFact(g: Draw, type: ValueType): Plain {
  switch (type.is) {
    case 'struct': {
      const one = (): PlainMembers =>
        Object.fromEntries(
          Object.entries(type.members)
            .filter(() => chance(g, 85))
            .map(([name, member]) => [name, randomFact(g, member)]),
        );
      return type.mayBeList && chance(g, 50) ? [one()] : one();
    }
    case 'list':
      return Array.from({ length: g(3) }, () => randomFact(g, type.of));
    case 'map':
      return Object.fromEntries(KEYS.map((key) => [key, randomFact(g, type.of)]));
    case 'bool':
      return chance(g, 50);
    case 'string':
      return oneOf(g, TEXTS);
    case 'value':
      return randomValue(g, 0);
    default:
      return BigInt(g(3));
  }
}

/** What a request has besides its activity: each name now and then. */
export function publishedFacts(g: Draw): PlainMembers {
  const names = Object.entries(CONDITION.members).filter(([name]) => name !== 'activity');
  return Object.fromEntries(
    names.filter(() => chance(g, 60)).map(([name, type]) => [name, randomFact(g, type)]),
  );
}

/** The parameters of a request: each one now and then. */
export function publishedParameters(g: Draw): PlainMembers {
  const { activity } = CONDITION.members;
  const params = activity?.is === 'struct' ? activity.members['params'] : undefined;
  const fact = params ? randomFact(g, params) : {};
  return isMembers(fact) ? fact : {};
}

const isMembers = (fact: Plain): fact is PlainMembers =>
  typeof fact === 'object' && !Array.isArray(fact);
