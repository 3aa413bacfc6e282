import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { formatRelativeTime, formatDateTime, isoTime, t } from '../i18n.ts';
import { visibleText } from '../forms/visible.ts';
import { tickingNow } from './clock.ts';
import { joinClassNames, groupAddress, shorten } from './format.ts';
import { Icon } from './icon.tsx';
import { showToast } from './toasts.tsx';

const COPIED_MS = 1600;

async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    showToast(t('app.copyFailed'), 'warn');
    return false;
  }
}

/** A button that copies text shown elsewhere; `what` names that text. */
export function CopyButton(props: {
  /** Or what gives it on a click; nothing is copied when that gives nothing. */
  readonly text: string | (() => Promise<string | undefined>);
  readonly what?: string | undefined;
}) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<boolean> => {
    const text = typeof props.text === 'string' ? props.text : await props.text();
    const isCopied = text !== undefined && (await copyToClipboard(text));
    const { what } = props;
    if (isCopied) showToast(what ? t('app.copiedThing', { what }) : t('app.copied'), 'good');
    return isCopied;
  };
  return (
    <button
      type="button"
      class={joinClassNames('icon-button', 'copy-button', copied && 'done')}
      aria-label={props.what ? t('app.copyThing', { what: props.what }) : t('app.copy')}
      title={t('app.copy')}
      onClick={() => void copy().then(setCopied)}
    >
      <Icon name={copied ? 'check' : 'copy'} size={14} />
    </button>
  );
}

/**
 * Text with a button that copies all of it. Long text shows its two ends unless `shorten` is false.
 * `what` names the text for screen readers.
 */
export function CopyText(props: {
  readonly text: string;
  readonly shorten?: boolean;
  readonly what?: string;
  /** Shows bytes in the monospace font. */
  readonly mono?: boolean;
}) {
  // The button copies the text itself. The shown text makes hidden characters visible.
  const shown = visibleText(props.shorten === false ? props.text : shorten(props.text));
  return (
    <span class="copy">
      <span
        class={joinClassNames('copy-text', props.mono && 'mono')}
        dir="auto"
        title={visibleText(props.text)}
      >
        {shown}
      </span>
      <CopyButton text={props.text} what={props.what} />
    </span>
  );
}

/**
 * An address in groups of four, with the first and last group highlighted. The gaps are only
 * visual, so a selection copies the address unchanged. In every language it reads from the left.
 */
export function Address({ address }: { readonly address: string }) {
  const parts = groupAddress(address);
  return (
    <span class="address" dir="ltr">
      {parts.map((part, index) =>
        index === 0 || index === parts.length - 1 ? (
          <strong key={index}>{part}</strong>
        ) : (
          <span key={index}>{part}</span>
        ),
      )}
    </span>
  );
}

/** A relative time such as "3 minutes ago" that stays current, with date and time on hover. */
export function RelativeTime({ at }: { readonly at: number }) {
  return (
    <time dateTime={isoTime(at)} title={formatDateTime(at)}>
      {formatRelativeTime(at, tickingNow())}
    </time>
  );
}

/** Names and values in two columns, or in one if space is tight. */
export function DescriptionList(props: {
  readonly rows: readonly (readonly [label: string, value: ComponentChildren])[];
}) {
  return (
    <dl class="facts">
      {props.rows.map(([label, value]) => (
        // No key: somebody else's labels may repeat.
        <div>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
