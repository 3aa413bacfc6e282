import type { ComponentChildren, Ref } from 'preact';
import { t } from '../i18n.ts';
import { joinClassNames } from './format.ts';
import { Icon, type IconName } from './icon.tsx';

export type ButtonProps = {
  readonly children: ComponentChildren;
  /** `quiet` has no border until the pointer is over it. */
  readonly kind?: 'primary' | 'plain' | 'danger' | 'quiet';
  readonly icon?: IconName | undefined;
  /** Shows that work is in progress and ignores clicks. Unlike `disabled`, it keeps the focus. */
  readonly busy?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly submit?: boolean;
  /** For a submit button outside its form: the ID of that form. */
  readonly form?: string | undefined;
  /** Fills the available width. */
  readonly wide?: boolean;
  readonly small?: boolean;
  readonly class?: string;
  readonly onClick?: (() => void) | undefined;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-expanded'?: boolean | undefined;
  readonly inputRef?: Ref<HTMLButtonElement>;
};

/** The standard button. Submits a form only with `submit`. */
export function Button(props: ButtonProps) {
  const { children, kind = 'plain', icon, busy = false, disabled = false, submit = false } = props;
  return (
    <button
      ref={props.inputRef ?? null}
      type={submit ? 'submit' : 'button'}
      form={props.form}
      class={joinClassNames(
        'button',
        `button-${kind}`,
        props.wide && 'button-wide',
        props.small && 'button-small',
        props.class,
      )}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      aria-describedby={props['aria-describedby']}
      aria-expanded={props['aria-expanded']}
      onClick={(event) => {
        // A busy submit button must not submit the form again.
        if (busy) event.preventDefault();
        else props.onClick?.();
      }}
    >
      {busy ? <span class="spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
      <span>{children}</span>
      {busy && <span class="hidden">{t('app.working')}</span>}
    </button>
  );
}

/** A button with only an icon; `label` is its accessible name and tooltip. */
export function IconButton(props: {
  readonly name: IconName;
  readonly label: string;
  readonly onClick?: (() => void) | undefined;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  readonly expanded?: boolean;
  /** It opens a menu. */
  readonly hasMenu?: boolean;
  readonly danger?: boolean;
}) {
  return (
    <button
      type="button"
      class={joinClassNames('icon-button', props.danger && 'icon-button-danger')}
      aria-label={props.label}
      title={props.label}
      aria-pressed={props.pressed}
      aria-haspopup={props.hasMenu ? 'menu' : undefined}
      aria-expanded={props.expanded}
      disabled={props.disabled ?? false}
      onClick={() => props.onClick?.()}
    >
      <Icon name={props.name} />
    </button>
  );
}

/** A link in the style of the surrounding text; `external` opens a tab and adds an icon. */
export function Link(props: {
  readonly href: string;
  readonly children: ComponentChildren;
  readonly external?: boolean;
}) {
  if (!props.external) return <a href={props.href}>{props.children}</a>;
  return (
    <a href={props.href} target="_blank" rel="noopener noreferrer">
      {props.children} <Icon name="external" size={12} />
    </a>
  );
}
