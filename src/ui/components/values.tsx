import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { formatRelativeTime, formatDateTime, t } from '../i18n.ts';
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
    showToast(t('kit.copyFailed'), 'warn');
    return false;
  }
}

/** A button that copies a text that stands elsewhere; `what` names it. */
export function CopyButton(props: { readonly text: string; readonly what?: string | undefined }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <>
      <button
        type="button"
        class={joinClassNames('icon-button', 'copy-button', copied && 'done')}
        aria-label={props.what ? t('kit.copyThing', { what: props.what }) : t('kit.copy')}
        title={t('kit.copy')}
        onClick={() => void copyToClipboard(props.text).then(setCopied)}
      >
        <Icon name={copied ? 'check' : 'copy'} size={14} />
      </button>
      <span class="hidden" role="status">
        {copied && t('kit.copied')}
      </span>
    </>
  );
}

/**
 * Text with a button that copies all of it. Long text shows its two ends unless `shorten` is false;
 * `what` names it for those who do not see it.
 */
export function CopyText(props: {
  readonly text: string;
  readonly shorten?: boolean;
  readonly what?: string;
  /** Bytes are set in the fixed-width face. */
  readonly mono?: boolean;
}) {
  // What is copied is the text itself; what is drawn of it hides nothing.
  const shown = visibleText(props.shorten === false ? props.text : shorten(props.text));
  return (
    <span class="copy">
      <span
        class={joinClassNames('copy-text', props.mono && 'mono')}
        title={visibleText(props.text)}
      >
        {shown}
      </span>
      <CopyButton text={props.text} what={props.what} />
    </span>
  );
}

/**
 * An address in groups of four, its first and last group stressed. The gaps are drawn, not typed: a
 * selection copies the address as it is.
 */
export function Address({ address }: { readonly address: string }) {
  const parts = groupAddress(address);
  return (
    <span class="address">
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

/** "3 minutes ago", kept up to date, with the date and time on hover. */
export function RelativeTime({ at }: { readonly at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={formatDateTime(at)}>
      {formatRelativeTime(at, tickingNow())}
    </time>
  );
}

/** Names and values in two columns, in one when there is no room. */
export function DescriptionList(props: {
  readonly rows: readonly (readonly [label: string, value: ComponentChildren])[];
}) {
  return (
    <dl class="facts">
      {props.rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
