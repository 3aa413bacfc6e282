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
import { parseCron, parseDuration, parseTimestamp } from '../../policies/moments.ts';
import {
  clauseOf,
  readPolicy,
  UNREADABLE,
  type PolicyText,
  type ReadPolicy,
} from '../../policies/policy.ts';
import type { ClauseName } from '../../policies/published-names.ts';
import type { RecordKind } from '../../protocol/fields.ts';
import { findText, formatDateTime, formatDuration, formatList, locale, t } from '../i18n.ts';
import { visibleText } from './visible.ts';
import { choiceWord } from './words.ts';

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

/** A word of the language; one that Keystamp has no word for stands as it is. */
const scopeWord = (of: 'resource' | 'action', value: string): string =>
  findText(`policy.${of}.${value}`) ?? visibleText(value);

function scopeText({ kind, type, resource, action }: ActivityScope): string {
  const activity = type ?? (kind === undefined ? undefined : `ACTIVITY_TYPE_${kind}`);
  if (activity !== undefined) return quoted(choiceWord(activity));
  // Wallets are signed with under the name of private keys (docs/policies.md, Names).
  if (resource === 'PRIVATE_KEY' && action === 'SIGN') return t('policy.scope.sign');
  const words = {
    resource: scopeWord('resource', resource ?? ''),
    action: scopeWord('action', action ?? ''),
  };
  if (resource === undefined) return t('policy.scope.action', words);
  return t(action === undefined ? 'policy.scope.resource' : 'policy.scope.both', words);
}

function detailText(detail: ConditionDetail, nameOf: NameOf): string {
  if (detail.name === 'eth.tx.value') {
    return t('policy.only.eth.tx.value', { amount: String(detail.atMost) });
  }
  const { name, values } = detail;
  const kind = DETAIL_KINDS[name];
  const names = anyOf(values.map((value) => quoted(kind ? nameOf(kind, value) : value)));
  return t(`policy.only.${name}`, { names });
}

/** Which requests, and what becomes of them. */
function effectSentences(
  { effect }: PolicyText,
  read: ReadPolicy,
  isUnread: boolean,
  nameOf: NameOf,
): readonly string[] {
  if (!read.effect) return [t('policy.otherEffect', { effect: visibleText(effect) })];
  const verb = read.effect === 'allow' ? 'policy.allows' : 'policy.denies';
  const condition = clauseOf(read, 'condition')?.tree;
  if (!condition) return [t(isUnread ? `${verb}.text` : `${verb}.all`)];
  const meaning = conditionMeaning(condition);
  if (!meaning) return [t(`${verb}.text`)];
  const { scopes, details } = meaning;
  const activities = formatList((scopes ?? []).map(scopeText));
  const first = scopes ? t(verb, { activities }) : t(`${verb}.all`);
  return [first, ...details.map((detail) => detailText(detail, nameOf))];
}

function demandText(
  demand: ApprovalDemand,
  form: 'policy.needs' | 'policy.if',
  nameOf: NameOf,
): string {
  switch (demand.kind) {
    case 'count': {
      const { count } = demand;
      if (demand.tags.length === 0) return t(`${form}.count`, { count });
      const tags = anyOf(demand.tags.map((id) => quoted(nameOf('userTag', id))));
      return t(`${form}.tagged`, { count, tags });
    }
    case 'users': {
      const names = anyOf(demand.ids.map((id) => quoted(nameOf('user', id))));
      return t(`${form}.users`, { names });
    }
    case 'credential':
      return t(`${form}.credential`, { types: anyOf(demand.types.map(choiceWord)) });
  }
}

const only = (values: ReadonlySet<number> | undefined): number | undefined =>
  values?.size === 1 ? [...values][0] : undefined;

/** `09:00` on some weekdays, which most spans are; undefined for any other cron text. */
function dailyTime(text: string) {
  const cron = parseCron(text);
  const [hour, minute] = [only(cron?.hour), only(cron?.minute)];
  if (!cron || hour === undefined || minute === undefined) return undefined;
  if (cron.dayOfMonth || cron.month) return undefined;
  const at = [hour, minute].map((part) => String(part).padStart(2, '0')).join(':');
  const format = new Intl.DateTimeFormat(locale.value, { weekday: 'long', timeZone: 'UTC' });
  // 4 January 1970 was a Sunday. A week is told from Monday on.
  const days = [...(cron.weekday ?? [])]
    .toSorted((one, other) => ((one + 6) % 7) - ((other + 6) % 7))
    .map((day) => format.format(Date.UTC(1970, 0, 4 + day)));
  return { at, days: formatList(days) };
}

function spanText(span: TimeSpan): string {
  if (span.kind !== 'cron') {
    const at = parseTimestamp(span.text);
    const time = at === undefined ? span.text : formatDateTime(at);
    return t(`policy.time.${span.kind}`, { time });
  }
  const length = formatDuration(parseDuration(span.length) ?? 0);
  const { cron, zone } = span;
  const daily = dailyTime(cron);
  if (!daily) return t('policy.time.cron', { length, cron, zone });
  const { at, days } = daily;
  return days
    ? t('policy.time.days', { days, length, at, zone })
    : t('policy.time.daily', { length, at, zone });
}

/**
 * What a policy says, in sentences made from its clauses. A clause that has no known form is said to
 * be told by its text alone: its words would leave something out.
 */
export function policySentences(policy: PolicyText, nameOf: NameOf): readonly string[] {
  const read = readPolicy(policy);
  const consensus = clauseOf(read, 'consensus')?.tree;
  const time = clauseOf(read, 'time')?.tree;
  const isUnread = (clause: ClauseName) => read.clauses[clause] === UNREADABLE;
  const form = read.effect === 'deny' ? 'policy.if' : 'policy.needs';
  const demands = consensus ? consensusMeaning(consensus) : [];
  const spans = time ? timeMeaning(time) : [];
  const needsText = isUnread('consensus') || !demands;
  const timeText = isUnread('time') || !spans;
  return [
    ...effectSentences(policy, read, isUnread('condition'), nameOf),
    ...(needsText ? [t(`${form}.text`)] : demands.map((one) => demandText(one, form, nameOf))),
    ...(timeText ? [t('policy.time.text')] : spans.map(spanText)),
  ];
}

/** A warning about a policy in a sentence. */
export function warningText(warning: PolicyWarning, nameOf: NameOf): string {
  switch (warning.kind) {
    case 'deny_errs': {
      const names = warning.activities.map((kind) => quoted(choiceWord(`ACTIVITY_TYPE_${kind}`)));
      return t('policy.warning.deny_errs', { activities: formatList(names) });
    }
    case 'deny_always_errs':
      return t('policy.warning.deny_always_errs');
    case 'proposer': {
      const users = warning.ids.map((id) => quoted(nameOf('user', id)));
      const holders = warning.tags.map((id) =>
        t('policy.warning.holders', { tag: visibleText(nameOf('userTag', id)) }),
      );
      return t('policy.warning.proposer', { names: anyOf([...users, ...holders]) });
    }
    default:
      return t(`policy.warning.${warning.kind}`, { subject: visibleText(warning.subject) });
  }
}
