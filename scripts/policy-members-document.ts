import { evaluateClause } from '../src/policies/evaluate-clause.ts';
import type { Fact, Facts } from '../src/policies/facts.ts';
import { CLAUSES, PUBLISHED_NAMES, type ClauseName } from '../src/policies/published-names.ts';
import { readClause } from '../src/policies/read-clause.ts';
import { typeName, type ValueType } from '../src/policies/value-type.ts';
import { readClause as readStored } from '../src/service/policies/clause.ts';
import { EvaluationError, evaluate, type Names } from '../src/service/policies/evaluate.ts';
import { PolicyTextError } from '../src/service/policies/policy-text-error.ts';

/*
 * Every published member of the policy language, its type, and what becomes of a clause that takes it
 * for another type: by the extension and by the local service. `npm run readme` writes it to
 * docs/policy-members.md; test/policies/published-names.test.ts compares.
 */

/** A step to a member: a name, a key in brackets, or each element of a list. */
type Step = { readonly kind: 'name' | 'key' | 'each'; readonly name: string };

export type Member = {
  readonly clause: ClauseName;
  readonly steps: readonly Step[];
  readonly type: ValueType;
};

const KEY = 'k';

function membersOf(clause: ClauseName, steps: readonly Step[], type: ValueType): readonly Member[] {
  const step = (kind: Step['kind'], name: string) => [...steps, { kind, name }];
  switch (type.is) {
    case 'struct':
      return Object.entries(type.members).flatMap(([name, member]) =>
        membersOf(clause, step('name', name), member),
      );
    case 'list':
      return membersOf(clause, step('each', `x${steps.length}`), type.of);
    case 'map':
      return membersOf(clause, step(type.isDotted ? 'name' : 'key', KEY), type.of);
    default:
      return [{ clause, steps, type }];
  }
}

/** All of them, in the order of the list. */
export const MEMBERS: readonly Member[] = CLAUSES.flatMap((clause) =>
  membersOf(clause, [], PUBLISHED_NAMES[clause]),
);

/** How the document writes a member: `[]` for each element of a list. */
export function pathOf({ steps }: Member): string {
  return steps.reduce((path, { kind, name }) => {
    if (kind === 'each') return `${path}[]`;
    if (kind === 'key') return `${path}['…']`;
    return path === '' ? name : `${path}.${name === KEY ? '…' : name}`;
  }, '');
}

/** A clause that compares a member: of each element, where it is in a list. */
function clauseOf(steps: readonly Step[], compared: string, path = ''): string {
  const [step, ...rest] = steps;
  if (!step) return `${path} ${compared}`;
  if (step.kind === 'each') {
    return `${path}.all(${step.name}, ${clauseOf(rest, compared, step.name)})`;
  }
  const dotted = path === '' ? step.name : `${path}.${step.name}`;
  return clauseOf(rest, compared, step.kind === 'key' ? `${path}['${step.name}']` : dotted);
}

/** A request that has the member and nothing else. */
function factsOf(steps: readonly Step[], value: Fact & Names[string]): Fact & Names[string] {
  const [step, ...rest] = steps;
  if (!step) return value;
  const inner = factsOf(rest, value);
  return step.kind === 'each' ? [inner] : { [step.name]: inner };
}

/** What a member is compared with, as if it were of another type. */
const wrongly = ({ type }: Member): string => (type.is === 'string' ? '== 1' : "== 'a'");

export function wrongClause(member: Member): string {
  return clauseOf(member.steps, wrongly(member));
}

function extensionAnswer(member: Member, text: string): string {
  const { clause, fault } = readClause(member.clause, text);
  if (fault) return `\`${fault.reason}\``;
  const facts = factsOf(member.steps, 1n) as Facts;
  const { mayBeTrue, mayBeFalse, mayErr } = evaluateClause(clause, facts, undefined);
  const possible = [mayBeTrue && 'true', mayBeFalse && 'false', mayErr && 'an error'];
  return `stored; then ${possible.filter(Boolean).join(' or ')}`;
}

function serviceAnswer(member: Member, text: string): string {
  try {
    const clause = readStored(member.clause, text);
    const holds = evaluate(clause, factsOf(member.steps, 1n) as Names) === true;
    return `stored; then ${String(holds)}`;
  } catch (error) {
    if (error instanceof EvaluationError) return 'stored; then an error';
    if (error instanceof PolicyTextError) return `400 ${error.message.replace(/ at \d+$/, '')}`;
    throw error;
  }
}

function noteOf({ type }: Member): string {
  if (type.is !== 'string') return '';
  if (type.mayBeEmpty) return 'empty or missing';
  if (!type.letterCase) return '';
  return type.letterCase === 'folds' ? 'upper and lower case are the same' : 'case not published';
}

function line(member: Member): string {
  const text = wrongClause(member);
  return `| \`${pathOf(member)}\` | ${typeName(member.type)} | ${noteOf(member)} | \`${wrongly(member)}\`: ${extensionAnswer(member, text)} | ${serviceAnswer(member, text)} |`;
}

function section(clause: ClauseName): string {
  const members = MEMBERS.filter((one) => one.clause === clause);
  return [
    `## ${clause}`,
    '',
    '| member | type | besides | taken for another type, by the extension | by the local service |',
    '| --- | --- | --- | --- | --- |',
    ...members.map(line),
  ].join('\n');
}

/** The document, from the one list. */
export function policyMembersDocument(): string {
  return [
    '# Members of the policy language',
    '',
    'Every member that the publisher names, from `src/policies/published-names.ts` by `npm run readme`. `[]` is each element of a list, `…` any key.',
    'A _value_ has the type that a contract, a program or typed data gives it, which shows at evaluation only (docs/policies.md, Types).',
    '',
    CLAUSES.map(section).join('\n\n'),
    '',
  ].join('\n');
}
