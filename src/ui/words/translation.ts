// What a language must have: the keys of the English texts, checked by the compiler.
import type { authorizationWords } from './en/authorization.ts';
import type { backupWords } from './en/backup.ts';
import type { cameraWords } from './en/camera.ts';
import type { confirmWords } from './en/confirm.ts';
import type { errorWords, reasonWords } from './en/errors.ts';
import type { exportWords } from './en/export.ts';
import type { filterWords } from './en/filter.ts';
import type { historyWords } from './en/history.ts';
import type { importWords } from './en/import.ts';
import type { appWords } from './en/app.ts';
import type { managedWords } from './en/managed.ts';
import type { memberWords } from './en/members.ts';
import type { objectWords } from './en/objects.ts';
import type { optionsWords } from './en/options.ts';
import type { passkeyWords } from './en/passkey.ts';
import type { phraseWords } from './en/phrase.ts';
import type { policyWords } from './en/policies.ts';
import type { interfaceReadingWords } from './en/interface-reading.ts';
import type { policyBuilderWords } from './en/policy-builder.ts';
import type { policyScreenWords } from './en/policy-screen.ts';
import type { popupWords } from './en/popup.ts';
import type { procedureWords } from './en/procedure.ts';
import type { rotationWords } from './en/rotation.ts';
import type { ruleWords } from './en/rules.ts';
import type { serviceErrorWords } from './en/service-errors.ts';
import type { sendWords } from './en/send.ts';
import type { signingWords } from './en/signing.ts';
import type { unlockWords } from './en/unlock.ts';
import type { wipeWords } from './en/wipe.ts';
import {
  operationTexts,
  pastTexts,
  type OperationWords,
  type PastWords,
} from './operation-words.ts';
import { prefixed } from './prefixed.ts';

/**
 * A text's plural forms by CLDR category: `one` and `other` in English, `one`, `few`, `many` and
 * `other` in Polish. `other` stands for a category that a text leaves out.
 */
export type PluralForms = { readonly other: string } & {
  readonly [C in Intl.LDMLPluralRule]?: string;
};

/** One text, or its plural forms, chosen by the value `count`. */
export type Message = string | PluralForms;
/** An area's texts. Declare them `as const`: keys and values of `t` are typed from them. */
export type Words = Readonly<Record<string, Message>>;

/** The same texts in another language: each key of the English words, and no other. */
export type Translation<E> = {
  readonly [K in keyof E]: E[K] extends string ? string : PluralForms;
};

/** The English texts that code asks for by key, by area. */
export type Areas = {
  readonly authorization: typeof authorizationWords;
  readonly backup: typeof backupWords;
  readonly confirm: typeof confirmWords;
  readonly export: typeof exportWords;
  readonly filter: typeof filterWords;
  readonly history: typeof historyWords;
  readonly import: typeof importWords;
  readonly app: typeof appWords;
  readonly managed: typeof managedWords;
  readonly objects: typeof objectWords;
  readonly options: typeof optionsWords;
  readonly passkey: typeof passkeyWords;
  readonly phrase: typeof phraseWords;
  readonly policies: typeof policyWords;
  readonly interfaceReading: typeof interfaceReadingWords;
  readonly policyBuilder: typeof policyBuilderWords;
  readonly policyScreen: typeof policyScreenWords;
  readonly popup: typeof popupWords;
  readonly procedure: typeof procedureWords;
  readonly rotation: typeof rotationWords;
  readonly send: typeof sendWords;
  readonly signing: typeof signingWords;
  readonly unlock: typeof unlockWords;
  readonly camera: typeof cameraWords;
  readonly wipe: typeof wipeWords;
};

/** Every text of a language. */
export type Language = {
  readonly areas: { readonly [A in keyof Areas]: Translation<Areas[A]> };
  readonly errors: Translation<typeof errorWords>;
  readonly reasons: Translation<typeof reasonWords>;
  readonly rules: Translation<typeof ruleWords>;
  readonly serviceErrors: Translation<typeof serviceErrorWords>;
  readonly members: Translation<typeof memberWords>;
  readonly operations: OperationWords;
  readonly past: PastWords;
  /** `choice.<VALUE>`: the names of the service's values that the English words name. */
  readonly choices: Readonly<Record<string, string>>;
};

/** A language as one catalogue, under the keys that the pages add the English texts with. */
export function catalogueOf(language: Language): Words {
  const areas: readonly Words[] = Object.values(language.areas);
  return {
    ...Object.fromEntries(areas.flatMap((words) => Object.entries(words))),
    ...prefixed('error.', language.errors),
    ...prefixed('reason.', language.reasons),
    ...prefixed('rule.', language.rules),
    ...prefixed('service.', language.serviceErrors),
    ...prefixed('member.', language.members),
    ...operationTexts(language.operations),
    ...pastTexts(language.past),
    ...language.choices,
  };
}
