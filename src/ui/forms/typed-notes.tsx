import type { ComponentChildren } from 'preact';
import { richText, t } from '../i18n.ts';
import type { Change, ChangeKind } from './typed-values.ts';
import { VisibleText } from './visible-text.tsx';

/** Changes that leave another text to see: the value as it's sent stands beside them. */
const SEEN: readonly ChangeKind[] = ['around', 'written', 'domain', 'trunk', 'rewritten'];

function noteOf({ kind, text }: Change): ComponentChildren {
  switch (kind) {
    case 'written':
      return null;
    case 'around':
    case 'trunk':
      return richText(`app.typed.${kind}`, { text: <VisibleText text={text} /> });
    case 'invisible':
    case 'separators':
    case 'spaces':
    case 'domain':
    case 'rewritten':
    case 'unusual':
      return t(`app.typed.${kind}`);
  }
}

/**
 * What was done to a typed text.
 * @param props.value what is sent, where it isn't shown beside this; never a secret
 */
export function TypedNotes(props: {
  readonly changes: readonly Change[];
  readonly value?: string;
}) {
  const { changes, value } = props;
  const isOther = changes.some(({ kind }) => SEEN.includes(kind));
  const sentences = changes.map(noteOf).filter((note) => note !== null);
  const sent =
    value !== undefined &&
    isOther &&
    richText('app.typed.sent', {
      value: (
        <strong class="break">
          <VisibleText text={value} />
        </strong>
      ),
    });
  if (!sent && sentences.length === 0) return null;
  return (
    <span class="typed-notes">
      {sent && <span>{sent}</span>}
      {sentences.map((sentence, index) => (
        <span key={index}>
          {(sent || index > 0) && ' '}
          {sentence}
        </span>
      ))}
    </span>
  );
}
