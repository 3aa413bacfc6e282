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
import type { RecordKind } from '../../protocol/fields.ts';
import { ROWS } from '../../protocol/operations.ts';
import { findText, formatDateTime, formatDuration, formatList, locale, t } from '../i18n.ts';
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

/** A word of the language; one that Keystamp has no word for stands as it is. */
const scopeWord = (of: 'resource' | 'action', value: string): string =>
  findText(`policy.${of}.${value}`) ?? visibleText(value);

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

function scopeText({ kind, type, resource, action }: ActivityScope): string {
  const activity = type ?? (kind === undefined ? undefined : `ACTIVITY_TYPE_${kind}`);
  if (activity !== undefined) {
    const known = kind === undefined ? null : operationText(kind);
    return known ?? t('policy.do.activity', { activity: visibleText(choiceWord(activity)) });
  }
  // Wallets are signed with under the name of private keys (docs/policies.md, Names).
  if (resource === 'PRIVATE_KEY' && action === 'SIGN') return t('policy.do.sign');
  const words = {
    resource: scopeWord('resource', resource ?? ''),
    action: scopeWord('action', action ?? ''),
  };
  if (resource === undefined) return t('policy.do.action', words);
  return t(action === undefined ? 'policy.do.resource' : 'policy.do.both', words);
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

/** What a policy is about: `rename a wallet or delete wallets`, and what it demands besides. */
function subjectOf(read: ReadPolicy, nameOf: NameOf) {
  const isUnread = read.clauses.condition === UNREADABLE;
  const condition = clauseOf(read, 'condition')?.tree;
  const meaning = condition && conditionMeaning(condition);
  if (isUnread || (condition && !meaning)) return { what: t('policy.do.text'), limits: [] };
  const { scopes, details = [] } = meaning ?? {};
  return {
    what: scopes ? anyOf(scopes.map(scopeText)) : t('policy.do.all'),
    limits: details.map((detail) => detailText(detail, nameOf)),
  };
}

/** Who may do it, by the only demand on approvals. */
function allowText(demand: ApprovalDemand, what: string, nameOf: NameOf): string {
  switch (demand.kind) {
    case 'count': {
      const { count } = demand;
      if (demand.tags.length === 0) return t('policy.allows.count', { what, count });
      const tags = anyOf(demand.tags.map((id) => quoted(nameOf('userTag', id))));
      return t('policy.allows.tagged', { what, count, tags });
    }
    case 'users': {
      const names = anyOf(demand.ids.map((id) => quoted(nameOf('user', id))));
      return t('policy.allows.users', { what, names, count: demand.ids.length });
    }
    case 'credential':
      return t('policy.allows.credential', {
        what,
        types: anyOf(demand.types.map(choiceWord)),
      });
  }
}

/** Who may do it, or that no one may. */
function effectSentences(
  { effect }: PolicyText,
  read: ReadPolicy,
  what: string,
  nameOf: NameOf,
): readonly string[] {
  const consensus = clauseOf(read, 'consensus')?.tree;
  const demands = consensus ? consensusMeaning(consensus) : [];
  const isUnread = read.clauses.consensus === UNREADABLE || !demands;
  if (read.effect === 'deny') {
    const conditions = isUnread
      ? [t('policy.if.text')]
      : demands.map((one) => demandText(one, 'policy.if', nameOf));
    return [t('policy.denies', { what }), ...conditions];
  }
  if (!read.effect) return [t('policy.otherEffect', { effect: visibleText(effect), what })];
  if (isUnread) return [t('policy.allows.text', { what })];
  const [only] = demands;
  if (!only) return [t('policy.allows.alone', { what })];
  if (demands.length === 1) return [allowText(only, what, nameOf)];
  return [
    t('policy.allows.several', { what }),
    ...demands.map((one) => demandText(one, 'policy.needs', nameOf)),
  ];
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
 * What a policy says, in sentences made from its clauses: the first is what follows from it. A clause that has no
 * known form is said to be told by its text alone: its words would leave something out.
 */
export function policySentences(policy: PolicyText, nameOf: NameOf): readonly string[] {
  const read = readPolicy(policy);
  const { what, limits } = subjectOf(read, nameOf);
  const time = clauseOf(read, 'time')?.tree;
  const spans = time ? timeMeaning(time) : [];
  const isTimeText = read.clauses.time === UNREADABLE || !spans;
  return [
    ...effectSentences(policy, read, what, nameOf),
    ...limits,
    ...(isTimeText ? [t('policy.time.text')] : spans.map(spanText)),
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
