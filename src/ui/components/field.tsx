import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { t } from '../i18n.ts';
import { Icon } from './icon.tsx';

/** Attributes that link a control to its label, help and error. Spread them on the control. */
export type FieldIds = {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
  readonly 'aria-required': boolean;
  /** For groups of controls, which a `label` element can't label. */
  readonly 'aria-labelledby': string;
};

/** A label, the control, then what is made of its text, help and error. Screen readers announce the error when it appears. */
export function Field(props: {
  readonly label: ComponentChildren;
  readonly help?: ComponentChildren;
  /** What is made of the typed text. It changes with each key, so that nothing announces it. */
  readonly note?: ComponentChildren;
  readonly error?: string | null | undefined;
  readonly optional?: boolean | undefined;
  /** True if the control is a group (checkboxes, radio buttons) instead of one input. */
  readonly group?: boolean;
  readonly children: (ids: FieldIds) => ComponentChildren;
}) {
  const { label, help, note, error, optional = false, group = false } = props;
  const id = useId();
  const describedBy = Object.entries({ note, help, error })
    .flatMap(([part, content]) => (content ? [`${id}-${part}`] : []))
    .join(' ');
  const ids: FieldIds = {
    id,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': Boolean(error),
    'aria-required': !optional,
    'aria-labelledby': `${id}-label`,
  };
  const labelContent = (
    <>
      {label}
      {optional && <span class="optional"> {t('app.optional')}</span>}
    </>
  );
  return (
    <div class="field" data-refused={error ? '' : undefined}>
      {group ? (
        <span class="label" id={`${id}-label`}>
          {labelContent}
        </span>
      ) : (
        <label class="label" id={`${id}-label`} for={id}>
          {labelContent}
        </label>
      )}
      {props.children(ids)}
      {note && (
        <div class="help typed-note" id={`${id}-note`}>
          {note}
        </div>
      )}
      {help && (
        <div class="help" id={`${id}-help`}>
          {help}
        </div>
      )}
      <div class="field-error" id={`${id}-error`} aria-live="polite">
        {error && (
          <>
            <Icon name="warn" size={14} />
            <span>{error}</span>
          </>
        )}
      </div>
    </div>
  );
}
