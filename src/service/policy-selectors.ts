// The first forms of policies: a list of selectors, which the language of clauses replaced. What they meant
// isn't published beyond names and types; one public program shows them in use
// (docs/protocol.md, Older versions).
import { invalid } from './refusal.ts';

/** A selector of either form: the first names one target, the second a list. */
export type Selector = {
  readonly subject?: string | undefined;
  readonly operator?: string | undefined;
  readonly target?: string | undefined;
  readonly targets?: readonly string[] | undefined;
};

/** How an operator reads in the language of clauses, for one target, or several where it takes them. */
const TERMS: Readonly<Record<string, (subject: string, targets: readonly string[]) => string>> = {
  OPERATOR_EQUAL: (subject, targets) => `${subject} == ${text(only(targets))}`,
  OPERATOR_NOT_EQUAL: (subject, targets) => `${subject} != ${text(only(targets))}`,
  OPERATOR_MORE_THAN: (subject, targets) => `${subject} > ${number(only(targets))}`,
  OPERATOR_MORE_THAN_OR_EQUAL: (subject, targets) => `${subject} >= ${number(only(targets))}`,
  OPERATOR_LESS_THAN: (subject, targets) => `${subject} < ${number(only(targets))}`,
  OPERATOR_LESS_THAN_OR_EQUAL: (subject, targets) => `${subject} <= ${number(only(targets))}`,
  OPERATOR_IN: (subject, targets) => `${subject} in [${some(targets).map(text).join(', ')}]`,
  OPERATOR_NOT_IN: (subject, targets) => joined(targets, '&&', (one) => `${subject} != ${one}`),
  OPERATOR_CONTAINS: (subject, targets) => `${subject}.contains(${text(only(targets))})`,
  OPERATOR_CONTAINS_ONE: (subject, targets) =>
    joined(targets, '||', (one) => `${subject}.contains(${one})`),
  OPERATOR_CONTAINS_ALL: (subject, targets) =>
    joined(targets, '&&', (one) => `${subject}.contains(${one})`),
};

const bad = (reason: string) => invalid(`invalid policy selector: ${reason}`, 'REQUEST_INVALID');

function only(targets: readonly string[]): string {
  const [target, ...others] = targets;
  if (target === undefined || others.length > 0) throw bad('this operator takes one target');
  return target;
}

function some(targets: readonly string[]): readonly string[] {
  if (targets.length === 0) throw bad('this operator takes at least one target');
  return targets;
}

/** A text of the language has no way to write a quotation mark in it. */
function text(target: string): string {
  if (/['\\\p{Cc}]/u.test(target)) throw bad('a target has no quotation mark and no backslash');
  return `'${target}'`;
}

function number(target: string): string {
  if (!/^\d{1,78}$/.test(target)) throw bad('this operator takes a whole number');
  return target;
}

function joined(
  targets: readonly string[],
  by: '&&' | '||',
  term: (target: string) => string,
): string {
  return `(${some(targets)
    .map((one) => term(text(one)))
    .join(` ${by} `)})`;
}

const SUBJECT = /^[a-z_]+(?:\.[a-z_]+)*$/;

/**
 * The clauses that say what all selectors together said: those about a user are its consensus, the
 * others its condition. What the names mean is checked like any clause's.
 * @throws Refusal 400 for a selector that can't be read
 */
export function clausesOf(selectors: readonly Selector[]): {
  readonly consensus?: string;
  readonly condition?: string;
} {
  const terms = selectors.map((selector) => {
    const { subject = '', operator = '', target } = selector;
    const term = Object.hasOwn(TERMS, operator) ? TERMS[operator] : undefined;
    if (!term || !SUBJECT.test(subject)) throw bad('it takes a subject and one of the operators');
    const targets = selector.targets ?? (target === undefined ? [] : [target]);
    // A key and a wallet stood under the activity.
    const name = subject.replace(/^activity\.(?=(?:private_key|wallet)\.)/, '');
    return { isOfUser: name.startsWith('user.'), text: term(name, targets) };
  });
  const parts = (isOfUser: boolean) =>
    terms.filter((term) => term.isOfUser === isOfUser).map((term) => term.text);
  const [ofUser, others] = [parts(true).join(' && '), parts(false).join(' && ')];
  return {
    ...(ofUser !== '' && { consensus: `approvers.any(user, ${ofUser})` }),
    ...(others !== '' && { condition: others }),
  };
}
