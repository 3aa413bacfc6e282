import { VisibleText } from '../forms/visible-text.tsx';
import { t } from '../i18n.ts';

/** A text or bytes of any length, in a box of its own. */
export function LongText(props: {
  readonly label: string;
  readonly text: string;
  readonly isMono?: boolean;
}) {
  const { label, text, isMono } = props;
  if (text === '') return <p class="muted">{t('signing.empty')}</p>;
  return (
    <div
      class={isMono ? 'long-text mono' : 'long-text'}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <VisibleText text={text} layout="lines" />
    </div>
  );
}
