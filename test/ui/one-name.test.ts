import { describe, expect, test } from 'vitest';
import { german } from '../../src/ui/words/de/german.ts';
import type { Words } from '../../src/ui/words/translation.ts';
import { english } from './english.ts';

/*
 * One name for one thing: what a person may read under one name only, and the other names that this
 * rules out. A key's text may have one where its reason says so.
 */

type Rule = {
  /** What it is called everywhere. */
  readonly say: string;
  readonly not: RegExp;
  /** Keys, or beginnings of keys, whose texts are about something else. */
  readonly but?: Readonly<Record<string, string>>;
};

/** Help and technical details say what a stamp is, and the protocol has it in names of its own. */
const STAMP = {
  'options.setup.keyWhat': 'help',
  'options.about.stamp': 'help',
  'popup.review.stamp': 'help',
  'options.service.passkey': 'technical: the name of a header',
  'backup.look.fact.passkeyHeader': 'technical: the name of a header',
  'service.SIGNATURE_': 'the service’s own word',
  'choice.ACTIVITY_TYPE_STAMP_LOGIN': 'the service’s own word',
  'options.proof.next': 'the picture on the button',
};

/** What is deleted is gone: records of the service, keys and records here. Everything else is removed. */
const DELETED = {
  'op.delete_user': 'users and tags',
  'op.delete_private_key': 'keys and tags',
  'op.delete_wallet': 'seeds and accounts',
  'op.delete_smart_contract_interface': 'an interface',
  'op.delete_polic': 'policies',
  'op.delete_mfa_policy': 'a policy',
  'field.delete_': 'keys that were never exported',
  'choice.ACTIVITY_TYPE_DELETE_': 'the service’s own word',
  'policy.action.DELETE': 'the service’s own word',
  'builder.template.deletions': 'wallets and private keys',
  'denied.deleted': 'a record that is gone',
  'object.missingText': 'a record that is gone',
  'export.review.gone': 'a key that is gone',
  'history.notFoundText': 'a record of the log',
  'history.fact.deleted': 'records of the log',
  'history.detail.': 'records of the log',
  'history.broken.missing': 'a record of the log',
  'backup.look.settingsRetention': 'records of the log',
  'options.record.': 'records of the log',
  'options.key.bringWhat': 'copies of a key',
  'options.keys.': 'a private key here',
  'rotation.': 'a private key here',
  'authorization.passkey.removeWhat': 'a passkey in its authenticator',
  'unlock.removeThere': 'a passkey in its authenticator',
  'unlock.fail.noPrf': 'a passkey in its authenticator',
  'app.typed.hidden': 'a character',
};

/** German has one word for what is deleted, erased and cleared. */
const GERMAN_DELETED = {
  ...DELETED,
  'wipe.': 'all of Keystamp',
  'app.unlock.': 'all of Keystamp',
  'options.setup.noRecovery': 'all of Keystamp',
  'error.vault_': 'all of Keystamp',
  'import.key.forget': 'a key that was entered',
  'phrase.forget': 'a phrase that was entered',
};

const ENGLISH: readonly Rule[] = [
  {
    say: 'Approve, Reject; a policy denies, a service doesn’t accept',
    not: /refus|declin|decide it/i,
  },
  { say: 'Auto-approve', not: /pre-?approv|in advance|allow(ed)? ahead/i },
  { say: 'Settings', not: /\boptions\b/i },
  {
    say: 'Activity, Sealed log',
    not: /\bhistory\b|^activities$/i,
    but: { 'error.storage_private': 'Firefox’s own setting' },
  },
  { say: 'Signed', not: /\bstamp/i, but: STAMP },
  { say: 'Contracts', not: /contract interfaces/i },
  { say: 'Tags', not: /user tags?/i },
  { say: 'Sites', not: /connected sites/i },
  { say: 'All operations', not: /^operations$/i },
  { say: 'Asked by', not: /requested by|requester/i },
  { say: 'public key, private key', not: /\bhal(f|ves)\b/i },
  {
    say: 'Create key, Import API key',
    not: /\b(mak|bring)(e|ing|s)? (an?|the|your|this)?( new| own)* ?(API )?keys?\b/i,
  },
  { say: 'Custom URL', not: /(an)?other address$/i },
  { say: 'Remove, Revoke, Disconnect', not: /\bt(ak(e|es|en|ing)|ook) [^.]*\bback\b/i },
  { say: 'Delete, only where data is destroyed', not: /\bdelet/i, but: DELETED },
  { say: 'pending', not: /\bwaits\b|\b(requests?|many|what is) wait(ing)?\b/i },
  { say: 'Lock, Unlock', not: /open(s|ed)? (the|your) vault/i },
  { say: 'Add a passkey', not: /\benrol/i },
  { say: 'expire', not: /\blaps(e|es|ed|ing)\b/i },
];

const GERMAN: readonly Rule[] = [
  { say: 'Genehmigen, Ablehnen', not: /verweiger/i },
  { say: 'automatisch genehmigen', not: /vorab ?genehmig/i },
  { say: 'Einstellungen', not: /\boptionen\b|-optionen/i },
  {
    say: 'Aktivität, Versiegeltes Protokoll',
    not: /\bVerlauf|^Aktivitäten$/,
  },
  { say: 'signieren', not: /stempel/i, but: STAMP },
  { say: 'Smart Contracts', not: /contract-schnittstellen/i },
  { say: 'Tags', not: /benutzer-?tag/i },
  { say: 'Websites', not: /verbundenen? websites/i },
  { say: 'Alle Vorgänge', not: /\boperation(en)?\b/i },
  { say: 'Angefragt von', not: /gefordert von|^gefragt von/i },
  { say: 'öffentlicher, privater Schlüssel', not: /hälfte/i },
  { say: 'Eigene URL', not: /andere adresse$/i },
  { say: 'Löschen, nur was dann weg ist', not: /lösch/i, but: GERMAN_DELETED },
  { say: 'Passkey hinzufügen', not: /passkey anmelden/i },
  { say: 'ablaufen', not: /verfall/i },
];

/** The texts that have another name, but for those with a reason. */
function othersIn(words: Words, { not, but = {} }: Rule): readonly string[] {
  return Object.entries(words).flatMap(([key, message]) => {
    const texts = typeof message === 'string' ? [message] : Object.values(message);
    const hasReason = Object.keys(but).some((start) => key.startsWith(start));
    return hasReason ? [] : texts.filter((text) => not.test(text)).map((text) => `${key}: ${text}`);
  });
}

const LANGUAGES = [
  { language: 'English', words: english, rules: ENGLISH },
  { language: 'German', words: german, rules: GERMAN },
] as const;

describe.for(LANGUAGES)('$language', ({ words, rules }) => {
  test.for(rules)('behavior: it says “$say” and no other name for it', (rule) => {
    expect(othersIn(words, rule)).toEqual([]);
  });

  test('behavior: each exception is one, and still there', () => {
    const unused = rules.flatMap(({ not, but = {} }) =>
      Object.keys(but).filter((start) => {
        const about = Object.entries(words).filter(([key]) => key.startsWith(start));
        return othersIn(Object.fromEntries(about), { say: '', not }).length === 0;
      }),
    );
    expect(unused).toEqual([]);
  });
});
