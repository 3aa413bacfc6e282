import type { KeystampError } from '../../protocol/errors.ts';
import { refusedField } from './model.ts';
import type { FormSession } from './form-session.ts';

/**
 * Shows a refusal of the worker or the service at the field that it names. False when it names none
 * of this form's, or says something that no rule says: then it is shown above the form.
 */
export function showRefusal(form: FormSession, error: KeystampError): boolean {
  const path = refusedField(form.shape.fields, form.draft.value, error.detail);
  const rule = error.detail?.rule;
  if (path === undefined || rule === undefined) return false;
  form.refuse(path, rule);
  return true;
}
