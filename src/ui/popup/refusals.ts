import type { KeystampError } from '../../protocol/errors.ts';
import { refusedField } from '../forms/model.ts';
import type { FormSession } from '../forms/form-session.ts';

/**
 * Shows a refusal of the worker or the service at the field that it names. False when it names none
 * of this form's, or says something that no rule says: then it is shown above the form.
 */
export function showRefusal(form: FormSession, error: KeystampError): boolean {
  const { fields } = form.shape;
  const name = refusedField(fields, error.detail);
  const rule = error.detail?.rule;
  if (name === undefined || rule === undefined || !fields[name] || fields[name].automatic)
    return false;
  form.refuse(name, rule);
  return true;
}
