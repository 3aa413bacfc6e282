import {
  conditionMeaning,
  consensusMeaning,
  timeMeaning,
  type ActivityScope,
  type ApprovalDemand,
  type ConditionDetail,
  type DetailName,
  type TimeSpan,
} from '../../policies/clause-meaning.ts';
import type { PolicyWarning } from '../../policies/policy-warnings.ts';
import { beginningOf, type CronSpan } from '../../policies/daily-hours.ts';
import { parseDuration, parseTimestamp } from '../../policies/moments.ts';
import {
  clauseOf,
  readPolicy,
  UNREADABLE,
  type PolicyText,
  type ReadPolicy,
} from '../../policies/policy.ts';
import type { RecordKind } from '../../protocol/fields.ts';
import { ROWS } from '../../protocol/operations.ts';
import { capitalize, findText, formatList, locale, t } from '../i18n.ts';
import { visibleText } from './visible.ts';
import { choiceWord, rowText } from './words.ts';

/** The name of a record of the organization; its id where that isn't known. */
export type NameOf = (kind: RecordKind, id: string) => string;

const quoted = (text: string) => t('app.quoted', { text: visibleText(text) });
const anyOf = (texts: readonly string[]) => formatList(texts, 'disjunction');

const DETAIL_KINDS: Readonly<Partial<Record<DetailName, RecordKind>>> = {
  'wallet.id': 'wallet',
  'private_key.id': 'privateKey',
  'activity.params.user_id': 'user',
  'activity.params.wallet_id': 'wallet',
};

/** An operation as something that one can do; null for a kind that Keystamp doesn't know. */
function operationText(kind: string): string | null {
  const row = ROWS.find(({ name }) => name.toUpperCase() === kind);
  if (!row) return null;
  const title = rowText(row, 'title');
  // An English title is an imperative, which begins small within a sentence. A German one may begin with a noun.
  const isImperative = locale.value.startsWith('en');
  const inSentence = isImperative ? title.charAt(0).toLowerCase() + title.slice(1) : title;
  return t('policy.do.operation', { title: inSentence });
}

/** What a resource and an action are, in the language's order; a word that Keystamp doesn't have stands as it is. */
function resourceText(resource: string | undefined, action: string | undefined): string {
  // Wallets are signed with under the name of private keys (docs/policies.md, Names).
  if (resource === 'PRIVATE_KEY' && action === 'SIGN') return t('policy.do.sign');
  if (resource === 'PRIVATE_KEY' && action === undefined) return t('policy.do.keys');
  const noun = resource === undefined ? '' : findText(`policy.resource.${resource}`);
  const verb = action === undefined ? '' : findText(`policy.action.${action}`);
  if (noun === undefined || verb === undefined) {
    const words = [resource, action].filter((one) => one !== undefined).map(choiceWord);
    return t('policy.do.named', { names: quoted(words.join(': ')) });
  }
  if (noun === '') return t('policy.do.action', { action: verb });
  return verb === ''
    ? t('policy.do.resource', { resource: noun })
    : t('policy.do.both', { resource: noun, action: verb });
}

/** Which activities are meant, as something that one can do: `rename a wallet`. */
export function scopeText({ kind, type, resource, action }: ActivityScope): string {
  const activity = type ?? (kind === undefined ? undefined : `ACTIVITY_TYPE_${kind}`);
  if (activity === undefined) return resourceText(resource, action);
  const known = kind === undefined ? null : operationText(kind);
  return known ?? t('policy.do.named', { names: quoted(choiceWord(activity)) });
}

/** What a condition demands besides, to follow `Only`. */
export function detailText(detail: ConditionDetail, nameOf: NameOf): string {
  if (detail.name === 'eth.tx.value') {
    return t('policy.only.eth.tx.value', { amount: String(detail.atMost) });
  }
  const { name, values } = detail;
  const kind = DETAIL_KINDS[name];
  const names = anyOf(values.map((value) => quoted(kind ? nameOf(kind, value) : value)));
  return t(`policy.only.${name}`, { names });
}

type NamedPeople = Extract<ApprovalDemand, { readonly kind: 'people' }>;

const isNamed = (demand: ApprovalDemand): demand is NamedPeople =>
  demand.kind === 'people' && demand.ids.length + demand.tags.length > 0;

/** `“Ada” or anyone with the tag “Treasury”`. */
function peopleText(people: readonly NamedPeople[], nameOf: NameOf): string {
  const names = people.flatMap(({ ids, tags }) => [
    ...ids.map((id) => quoted(nameOf('user', id))),
    ...tags.map((id) => t('policy.people.tag', { tag: quoted(nameOf('userTag', id)) })),
  ]);
  return anyOf([...new Set(names)]);
}

/** Whoever else asks is refused: a request waits only for those whom its consensus counts (docs/policies.md, Who may approve). */
function othersText(people: readonly NamedPeople[], nameOf: NameOf): string {
  const isOne = people.every(({ ids, tags }) => ids.length === 1 && tags.length === 0);
  const names = peopleText(people, nameOf);
  return isOne && people.length === 1
    ? t('policy.others.one', { names })
    : t('policy.others.several');
}

/** Who may do it, where one demand says so. */
function allowedBy(demand: ApprovalDemand, what: string, nameOf: NameOf): readonly string[] {
  if (demand.kind === 'credential') {
    const types = anyOf(demand.types.map(choiceWord));
    return [t('policy.allows.credential', { what, types }), t('policy.others.credential')];
  }
  const { count } = demand;
  if (!isNamed(demand)) return [t('policy.allows.count', { what, count })];
  const names = peopleText([demand], nameOf);
  const says = capitalize(t('policy.allows.people', { what, names, count }));
  return [says, othersText([demand], nameOf)];
}

/** Who may do it, where several demands must all be met. */
function allowedBySeveral(
  demands: readonly ApprovalDemand[],
  what: string,
  nameOf: NameOf,
): readonly string[] {
  const people = demands.filter(isNamed);
  const needs = demands.map((demand) => demandText(demand, 'policy.needs', nameOf));
  if (people.length < demands.length) return [t('policy.allows.several', { what }), ...needs];
  const names = peopleText(people, nameOf);
  const says = capitalize(t('policy.allows.severalOf', { what, names }));
  return [says, ...needs, othersText(people, nameOf)];
}

/** What one demand needs: a sentence of its own, or what follows `This applies only`. */
function demandText(
  demand: ApprovalDemand,
  form: 'policy.needs' | 'policy.if',
  nameOf: NameOf,
): string {
  if (demand.kind === 'credential') {
    return t(`${form}.credential`, { types: anyOf(demand.types.map(choiceWord)) });
  }
  const { count } = demand;
  return isNamed(demand)
    ? t(`${form}.people`, { names: peopleText([demand], nameOf), count })
    : t(`${form}.count`, { count });
}

/** Who may do it. */
function allowSentences(
  demands: readonly ApprovalDemand[] | undefined,
  what: string,
  nameOf: NameOf,
): readonly string[] {
  if (!demands) return [t('policy.allows.text', { what })];
  const [only] = demands;
  if (!only) return [t('policy.allows.count', { what, count: 1 })];
  return demands.length === 1
    ? allowedBy(only, what, nameOf)
    : allowedBySeveral(demands, what, nameOf);
}

const LENGTHS = [
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
] as const;

/** `1 day and 12 hours`, to the minute. */
function lengthText(text: string): string {
  let left = (parseDuration(text) ?? 0) / 60_000;
  const parts = LENGTHS.flatMap(([unit, minutes]) => {
    const count = Math.floor(left / minutes);
    left -= count * minutes;
    const format = new Intl.NumberFormat(locale.value, {
      style: 'unit',
      unit,
      unitDisplay: 'long',
    });
    return count > 0 ? [format.format(count)] : [];
  });
  return formatList(parts);
}

/** The name of a weekday; Sunday is 0. */
export function weekdayName(day: number, weekday: 'long' | 'short'): string {
  const format = new Intl.DateTimeFormat(locale.value, { weekday, timeZone: 'UTC' });
  // 4 January 1970 was a Sunday.
  return format.format(Date.UTC(1970, 0, 4 + day));
}

/** Days of the week from Monday on: `Monday to Friday`. */
function daysText(weekdays: readonly number[]): string {
  const order = weekdays.map((day) => (day + 6) % 7).toSorted((one, other) => one - other);
  const names = order.map((day) => weekdayName(day + 1, 'long'));
  const [first = '', last = ''] = [names[0], names.at(-1)];
  const isRun = names.length > 2 && (order.at(-1) ?? 0) - (order[0] ?? 0) === names.length - 1;
  return isRun ? t('policy.days.run', { first, last }) : formatList(names);
}

/** Spans that begin at one time of some weekdays, which most do; undefined for any other. */
function cronText(span: CronSpan): string | undefined {
  const beginning = beginningOf(span);
  if (!beginning) return undefined;
  const { length, zone, isOutside } = span;
  const { at, days: weekdays } = beginning;
  const isDaily = weekdays.length === 7;
  const values = { length: lengthText(length), at, zone };
  if (isDaily) return t(isOutside ? 'policy.time.notDaily' : 'policy.time.daily', values);
  const days = daysText(weekdays);
  return t(isOutside ? 'policy.time.notDays' : 'policy.time.days', { ...values, days });
}

/** When, to follow `Only`; undefined for what only the text tells. */
export function spanText(span: TimeSpan): string | undefined {
  if (span.kind === 'cron') return cronText(span);
  const at = parseTimestamp(span.text);
  if (at === undefined || at % 1000 !== 0) return undefined;
  const timeStyle = at % 60_000 === 0 ? 'short' : 'medium';
  const style = { dateStyle: 'long', timeStyle, timeZone: 'UTC' } as const;
  // In UTC, as the policy has it: whoever reads it, it is the same moment.
  const time = new Intl.DateTimeFormat(locale.value, style).format(at);
  return t(`policy.time.${span.kind}`, { time });
}

/** What a policy is about: `rename a wallet or delete wallets`, and what it demands besides. */
function subjectOf(read: ReadPolicy, nameOf: NameOf) {
  const isUnread = read.clauses.condition === UNREADABLE;
  const condition = clauseOf(read, 'condition')?.tree;
  const meaning = condition && conditionMeaning(condition);
  if (isUnread || (condition && !meaning)) return { what: t('policy.do.text'), limits: [] };
  const { scopes, details = [], isWhole = true } = meaning ?? {};
  const limits = details.map((detail) => detailText(detail, nameOf));
  return {
    what: scopes ? anyOf(scopes.map(scopeText)) : t('policy.do.all'),
    limits: isWhole ? limits : [...limits, t('policy.only.text')],
  };
}

function timeLimits(read: ReadPolicy): readonly string[] {
  const tree = clauseOf(read, 'time')?.tree;
  const spans = tree ? timeMeaning(tree)?.map(spanText) : [];
  const isText = read.clauses.time === UNREADABLE || !spans;
  const told = isText ? [undefined] : spans;
  return [...new Set(told.map((one) => one ?? t('policy.time.text')))];
}

/** Whose approvals a rule waits for before it applies; nothing where any request is enough. */
function approvalLimits(
  demands: readonly ApprovalDemand[] | undefined,
  nameOf: NameOf,
): readonly string[] {
  if (!demands) return [t('policy.if.text')];
  const isAnyone = (one: ApprovalDemand) =>
    one.kind === 'people' && one.count === 1 && !isNamed(one);
  const needed = demands.filter((one) => !isAnyone(one));
  return needed.map((one) => demandText(one, 'policy.if', nameOf));
}

/**
 * What a policy says, in sentences made from its clauses: the first is what follows from it. A clause that has no
 * known form is said to be told by its text alone: its words would leave something out.
 */
export function policySentences(policy: PolicyText, nameOf: NameOf): readonly string[] {
  const read = readPolicy(policy);
  const { what, limits } = subjectOf(read, nameOf);
  const consensus = clauseOf(read, 'consensus')?.tree;
  const isUnread = read.clauses.consensus === UNREADABLE;
  const demands = isUnread ? undefined : consensus ? consensusMeaning(consensus) : [];
  const all = [...limits, ...timeLimits(read)];
  if (read.effect === 'allow') {
    const says = allowSentences(demands, what, nameOf);
    return [...says, ...all.map((limit) => t('policy.only', { limit }))];
  }
  const says =
    read.effect === 'deny'
      ? t('policy.denies', { what })
      : t('policy.otherEffect', { effect: visibleText(policy.effect), what });
  const applies = [...approvalLimits(demands, nameOf), ...all];
  return [says, ...applies.map((limit) => t('policy.applies', { limit }))];
}

/** A warning about a policy in a sentence. */
export function warningText(warning: PolicyWarning): string {
  switch (warning.kind) {
    case 'deny_errs': {
      const names = warning.activities.map((kind) => quoted(choiceWord(`ACTIVITY_TYPE_${kind}`)));
      return t('policy.warning.deny_errs', { activities: formatList(names) });
    }
    case 'raw_allowed':
    case 'raw_around':
      return t(`policy.warning.${warning.kind}`, {
        policies: formatList(warning.policies.map(quoted)),
      });
    case 'deny_always_errs':
    case 'no_time':
    case 'call_any_contract':
    case 'any_chain':
    case 'message_any_contract':
    case 'deny_call':
    case 'no_interfaces':
    case 'delegations':
      return t(`policy.warning.${warning.kind}`);
    default:
      return t(`policy.warning.${warning.kind}`, { subject: visibleText(warning.subject) });
  }
}
