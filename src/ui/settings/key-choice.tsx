import { t } from '../i18n.ts';
import { Radios } from '../components/choices.tsx';
import { Field } from '../components/field.tsx';

/** One of a text's several keys. */
export type KeyOption = {
  readonly entry: number;
  /** Its name in the text, if it has one. */
  readonly name?: string;
  /** What tells it from the others, or why it can't be imported. */
  readonly detail: string | undefined;
  readonly isRefused: boolean;
};

/** Which of a text's several keys is meant. Its words are those of `words/en/import.ts`. */
export function KeyChoice(props: {
  readonly keys: readonly KeyOption[];
  readonly entry: number | null;
  readonly onEntry: (entry: number) => void;
  /** The user has tried to go on. */
  readonly tried: boolean;
}) {
  const { keys, entry } = props;
  return (
    <Field
      label={t('import.several.label')}
      group
      help={t('import.refused.several_keys', { count: keys.length })}
      error={props.tried && entry === null ? t('import.several.missing') : null}
    >
      {(ids) => (
        <Radios
          {...ids}
          value={String(entry)}
          onChange={(value) => props.onEntry(Number(value))}
          options={keys.map((key) => ({
            value: String(key.entry),
            label: key.name || t('import.several.entry', { number: key.entry + 1 }),
            detail: key.detail,
            disabled: key.isRefused,
          }))}
        />
      )}
    </Field>
  );
}
