import type { ComponentChildren, Ref } from 'preact';
import { t } from '../i18n.ts';
import { joinClassNames } from './format.ts';
import { Icon, type IconName } from './icon.tsx';

export type ButtonProps = {
  readonly children: ComponentChildren;
  /** `quiet` has no frame until it is pointed at. */
  readonly kind?: 'primary' | 'plain' | 'danger' | 'quiet';
  readonly icon?: IconName | undefined;
  /** Shows that work goes on and takes no more clicks; keeps its focus, unlike `disabled`. */
  readonly busy?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly submit?: boolean;
  /** Id of the form that a submit button outside of it sends. */
  readonly form?: string | undefined;
  /** As wide as its place. */
  readonly wide?: boolean;
  readonly small?: boolean;
  readonly class?: string;
  readonly onClick?: (() => void) | undefined;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-expanded'?: boolean | undefined;
  readonly inputRef?: Ref<HTMLButtonElement>;
};

/** The one button. Never submits a form unless told to. */
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
        props.wide && 'wide',
        props.small && 'small',
        props.class,
      )}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      aria-describedby={props['aria-describedby']}
      aria-expanded={props['aria-expanded']}
      onClick={(event) => {
        // A busy submit button must not send the form a second time.
        if (busy) event.preventDefault();
        else props.onClick?.();
      }}
    >
      {busy ? <span class="spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
      <span>{children}</span>
      {busy && <span class="hidden">{t('kit.working')}</span>}
    </button>
  );
}

/** A button that shows only a sign; `label` is its name and its tooltip. */
export function IconButton(props: {
  readonly name: IconName;
  readonly label: string;
  readonly onClick?: (() => void) | undefined;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  readonly expanded?: boolean;
  readonly danger?: boolean;
}) {
  return (
    <button
      type="button"
      class={joinClassNames('icon-button', props.danger && 'danger')}
      aria-label={props.label}
      title={props.label}
      aria-pressed={props.pressed}
      aria-expanded={props.expanded}
      disabled={props.disabled ?? false}
      onClick={() => props.onClick?.()}
    >
      <Icon name={props.name} />
    </button>
  );
}

/** A link that looks like the text around it; `external` opens a tab and says so by its sign. */
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
