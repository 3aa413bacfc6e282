import { addWords, capitalize, findText, formatList, t } from '../i18n.ts';
import type { AddressFinding } from '../../client/address-findings.ts';
import { takesNone } from '../../protocol/fields.ts';
import { findMisfit } from '../../protocol/label-rule.ts';
import type { EntryView } from '../../protocol/outbox-entry.ts';
import type { Row, SubmitRow } from '../../protocol/operation-row.ts';
import type { Rule } from '../../protocol/rules.ts';
import { choiceText, choiceTexts } from '../words/en/choices.ts';
import { memberWords } from '../words/en/members.ts';
import { operationWords } from '../words/en/operations.ts';
import { policyWords } from '../words/en/policies.ts';
import { ruleWords } from '../words/en/rules.ts';
import { serviceErrorWords } from '../words/en/service-errors.ts';
import { operationTexts } from '../words/operation-words.ts';
import { isActivityType } from '../records/pickable-records.ts';
import { visibleText } from './visible.ts';
import type { Values } from '../../protocol/parse.ts';

let isAdded = false;

/** Adds the words of operations, rules, records, choices and the service's codes; once. */
export function addRowWords(): void {
  if (isAdded) return;
  isAdded = true;
  addWords(operationTexts(operationWords));
  addWords(policyWords);
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

/** The same of what was carried out, in the past tense; its words come with the screens of activities. */
export function pastText(row: Row, variant: string): string {
  return findText(`op.${row.name}.past.${variant}`) ?? summaryText(row, variant);
}

/** A text of the field at a path; for `list.0.name` it is among the words of the list. */
function fieldText(
  row: Row,
  path: string,
  text: 'label' | 'help' | 'item' | 'remove' | 'removed',
): string | undefined {
  const names = path.split('.').filter((part) => !/^\d+$/.test(part));
  return findText(`field.${row.name}.${names.join('.fields.')}.${text}`);
}

/** What goes on after a row's activity: `Purchase`. */
export function followUpTitle(row: Row): string {
  return findText(`op.${row.name}.followUp.title`) ?? row.name;
}

/** How that stands: `Waiting for payment`. */
export function followUpText(row: Row, state: string): string {
  return findText(`op.${row.name}.followUp.states.${state}`) ?? choiceWord(state);
}

/** What a further fact of it is called: `Hash`. */
export function followUpFactText(row: Row, name: string): string {
  return findText(`op.${row.name}.followUp.facts.${name}`) ?? name;
}

/** A field's label. */
export function labelText(row: Row, path: string): string {
  return fieldText(row, path, 'label') ?? path.slice(path.lastIndexOf('.') + 1);
}

/** A field's help, or undefined when it has none. */
export function helpText(row: Row, path: string): string | undefined {
  return fieldText(row, path, 'help');
}

/** The name of taking a field's value away: `Remove email address`. */
export function removalText(row: Row, path: string): string {
  return fieldText(row, path, 'remove') ?? labelText(row, path);
}

/** Whether a row that takes several records was given a single one. */
function isAboutOne(row: Row, parameters: Values | null): boolean {
  if (row.kind !== 'submit') return false;
  return Object.entries(row.versions[0].fields).some(([name, field]) => {
    const ids = parameters?.[name];
    const isList = field.control.kind === 'pick' && field.control.many && !takesNone(field);
    return isList && Array.isArray(ids) && ids.length === 1;
  });
}

/** What a button does with these values: `Delete users`, or of one of them `Delete this user`. */
export function actionText(row: Row, parameters: Values | null): string {
  const one = isAboutOne(row, parameters) && findText(`op.${row.name}.single.action`);
  return one || rowText(row, 'action');
}

/** What a completed activity did: `Wallet renamed`, or of a value taken away `Email address removed`. */
export function doneText(row: SubmitRow, parameters: Values | null): string {
  const single = isAboutOne(row, parameters) ? findText(`op.${row.name}.single.done`) : undefined;
  if (single !== undefined) return single;
  const [{ fields }] = row.versions;
  const removed = Object.entries(fields).find(
    ([name, { removable }]) => removable && parameters?.[name] === '',
  );
  return (removed && fieldText(row, removed[0], 'removed')) ?? rowText(row, 'done');
}

/** What one record of a list is called: `API key`. */
function itemNoun(row: Row, path: string): string {
  return fieldText(row, path, 'item') ?? path;
}

/** The heading of a list's record, counted from 1: `API key 1`. */
export function itemText(row: Row, path: string, number: number): string {
  return capitalize(t('popup.listItem', { label: itemNoun(row, path), number }));
}

/** The button that adds a record to a list. */
export function addItemText(row: Row, path: string): string {
  return capitalize(t('app.item.add', { item: itemNoun(row, path) }));
}

/** The button that takes a record out of a list. */
export function removeItemText(row: Row, path: string, number: number): string {
  return capitalize(t('app.item.remove', { item: itemNoun(row, path), number }));
}

/** The sentence of a rule. */
export function ruleText(rule: Rule): string {
  return findText(`rule.${rule}`) ?? rule;
}

/** Why a value is refused: of a name, with the character that no name has there. */
export function refusalText(rule: Rule, value: unknown): string {
  const isName = rule === 'label_characters' || rule === 'label_invisible';
  const misfit = isName && typeof value === 'string' ? findMisfit(value) : undefined;
  if (!misfit) return ruleText(rule);
  const [character, before] = [visibleText(misfit.character), visibleText(misfit.before)];
  return rule === 'label_characters'
    ? t('app.typed.character', { character })
    : t('app.typed.hidden', { character, before });
}

/** Why an address can't be used, with the names of its chain and of the chosen network. */
export function addressRefusalText(
  rule: Rule,
  { chains, network }: Pick<AddressFinding, 'chains' | 'network'>,
): string {
  if (chains.length === 0) return ruleText(rule);
  const key = rule === 'address_network' ? 'popup.address.testNetwork' : 'popup.address.chain';
  return t(key, { chains: formatList(chains, 'disjunction'), network: choiceWord(network) });
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
  return findText(`member.${name}`) ?? capitalize(words).replace(/\bid(s?)\b/gi, 'ID$1');
}

/** An activity's state in plain words: what it is, and what happens next. */
export function stateText(entry: EntryView, row: SubmitRow | undefined): string {
  if (entry.state === 'completed' && row)
    return t('popup.state.done', { result: doneText(row, entry.parameters) });
  if (entry.state === 'pending') {
    const status = entry.activity?.status ?? '';
    return (
      findText(`popup.status.${status}`) ??
      t('popup.status.other', { status: choiceWord(status) || t('popup.none') })
    );
  }
  if (entry.state === 'stamped' && entry.turn) return t('popup.state.queued');
  if (entry.state === 'waiting' && entry.mismatched) return t('popup.state.checking');
  return t(`popup.state.${entry.state}`);
}
