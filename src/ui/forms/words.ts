import { addWords, findText, t } from '../i18n.ts';
import type { EntryView } from '../../protocol/outbox-entry.ts';
import type { Row } from '../../protocol/operation-row.ts';
import type { Rule } from '../../protocol/rules.ts';
import { choiceText, choiceTexts } from '../words/en/choices.ts';
import { memberWords } from '../words/en/members.ts';
import { operationWords } from '../words/en/operations.ts';
import { ruleWords } from '../words/en/rules.ts';
import { serviceErrorWords } from '../words/en/service-errors.ts';
import { operationTexts } from '../words/operation-words.ts';
import { isActivityType } from './pickable-records.ts';

let isAdded = false;

/** Adds the words of operations, rules, records, choices and the service's codes; once. */
export function addRowWords(): void {
  if (isAdded) return;
  isAdded = true;
  addWords(operationTexts(operationWords));
  addWords(ruleWords, 'rule.');
  addWords(serviceErrorWords, 'service.');
  addWords(memberWords, 'member.');
  addWords(choiceTexts());
}

/** One of a row's texts in the page's language. */
export function rowText(row: Row, member: 'title' | 'about' | 'action' | 'done'): string {
  return findText(`op.${row.name}.${member}`) ?? row.name;
}

/** The row's summary for a variant, with its `{field}` places left open. */
export function summaryText(row: Row, variant: string): string {
  return findText(`op.${row.name}.summary.${variant}`) ?? row.name;
}

/** A field's label. */
export function labelText(row: Row, name: string): string {
  return findText(`field.${row.name}.${name}.label`) ?? name;
}

/** A field's help, or undefined when it has none. */
export function helpText(row: Row, name: string): string | undefined {
  return findText(`field.${row.name}.${name}.help`);
}

/** The sentence of a rule. */
export function ruleText(rule: Rule): string {
  return findText(`rule.${rule}`) ?? rule;
}

/** The name of a listed record: activity types in plain words, everything else as it is. */
export function nameText(name: string): string {
  return isActivityType(name) ? choiceWord(name) : name;
}

/** The readable name of an enum value in the page's language; one it does not know, in English. */
export function choiceWord(value: string): string {
  return findText(`choice.${value}`) ?? choiceText(value);
}

/**
 * The name of a record's member. One that a newer service added reads as its words in order:
 * `newKeyId` is "New key ID".
 */
export function memberText(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  const sentence = words.charAt(0).toUpperCase() + words.slice(1);
  return findText(`member.${name}`) ?? sentence.replace(/\bid(s?)\b/gi, 'ID$1');
}

/** An activity's state in plain words: what it is, and what happens next. */
export function stateText(entry: EntryView, row: Row | undefined): string {
  if (entry.state === 'completed' && row)
    return t('popup.state.done', { result: rowText(row, 'done') });
  if (entry.state === 'pending') {
    const status = entry.activity?.status ?? '';
    return (
      findText(`popup.status.${status}`) ??
      t('popup.status.other', { status: choiceWord(status) || t('popup.none') })
    );
  }
  if (entry.state === 'waiting' && entry.mismatched) return t('popup.state.checking');
  return t(`popup.state.${entry.state}`);
}
