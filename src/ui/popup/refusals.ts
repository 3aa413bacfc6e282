import type { KeystampError } from '../../protocol/errors.ts';
import { RULES, isRule, type Rule } from '../../protocol/rules.ts';
import { refusedField } from '../forms/model.ts';
import type { FormSession } from '../forms/form-session.ts';

/** The rule a refusal's sentence was made from, where it was made from one. */
function ruleOfSentence(message: string): Rule | undefined {
  const found = Object.entries(RULES).find(([, sentence]) => message.endsWith(sentence))?.[0];
  return isRule(found) ? found : undefined;
}

/**
 * Shows a refusal of the worker or the service at the field that it names. False when it names none
 * of this form's, or says something that no rule says: then it is shown above the form.
 */
export function showRefusal(form: FormSession, error: KeystampError): boolean {
  const { fields } = form.shape;
  const name = refusedField(fields, error.detail);
  const rule = error.detail?.rule ?? ruleOfSentence(error.message);
  if (name === undefined || rule === undefined || !fields[name] || fields[name].automatic)
    return false;
  form.refuse(name, rule);
  return true;
}
