import { t } from '../i18n.ts';
import { Address } from '../components/values.tsx';
import { splitVisible } from './visible.ts';

/** Long text without a gap reads better in groups: addresses, keys, hashes. */
const UNBROKEN = /^[0-9A-Za-z]{24,130}$/;

/**
 * Text of unknown origin: escaped by the framework, isolated from the direction of the text around
 * it, and with every character that would not show drawn as its escape.
 */
export function VisibleText(props: {
  readonly text: string;
  readonly layout?: 'line' | 'lines';
  /** Draws long unbroken text in groups of four with its ends stressed. */
  readonly grouped?: boolean;
}) {
  const { text, layout = 'line', grouped = false } = props;
  if (grouped && UNBROKEN.test(text)) return <Address address={text} />;
  return (
    <bdi class={layout === 'lines' ? 'visible visible-lines' : 'visible'}>
      {splitVisible(text, layout).map((piece, index) =>
        piece.hidden ? (
          <span key={index} class="escape" title={t('app.hiddenCharacter')}>
            {piece.text}
          </span>
        ) : (
          piece.text
        ),
      )}
    </bdi>
  );
}
