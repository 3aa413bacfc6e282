import { labelRule } from '../../protocol/label-rule.ts';
import { Field } from '../components/field.tsx';
import { TextInput } from '../components/inputs.tsx';
import { TypedNotes } from './typed-notes.tsx';
import { readName } from './typed-values.ts';
import { VisibleText } from './visible-text.tsx';
import { refusalText } from './words.ts';

/*
 * A name on the full page, where no operation's form asks for it: of a key, a profile, a passkey.
 */

/** A typed name as it's kept. */
export const nameOf = (typed: string): string => readName(typed).value;

/** What's wrong with a typed name, in words; null if nothing is. */
export function findNameError(typed: string): string | null {
  const name = nameOf(typed);
  const rule = labelRule(name);
  return rule ? refusalText(rule, name) : null;
}

/** The field, with what becomes of the typed text. */
export function NameField(props: {
  readonly label: string;
  readonly help: string;
  readonly value: string;
  readonly onInput: (typed: string) => void;
  readonly error: string | null | undefined;
  readonly focus?: boolean;
  readonly disabled?: boolean;
}) {
  const { label, help, error, ...input } = props;
  const { changes } = readName(props.value);
  const isValue = changes.length > 0 && !error && findNameError(props.value) === null;
  return (
    <Field {...{ label, help, error }} note={isValue && <TypedNotes changes={changes} />}>
      {(ids) => <TextInput {...ids} {...input} />}
    </Field>
  );
}

/** The name in a review, with what was done to the typed text. */
export function TypedName({ typed }: { readonly typed: string }) {
  const { value, changes } = readName(typed);
  return (
    <>
      <VisibleText text={value} />
      {changes.length > 0 && (
        <div class="help">
          <TypedNotes changes={changes} />
        </div>
      )}
    </>
  );
}
