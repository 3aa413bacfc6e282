import { RelativeTime } from './values.tsx';
import { richText } from '../i18n.ts';

/**
 * That what is shown is from an earlier opening, and from when. At the end of a screen: nothing moves
 * when it goes.
 */
export function AsOf({ at }: { readonly at: number | undefined }) {
  if (at === undefined) return null;
  return (
    <p class="help as-of" data-as-of={at}>
      {richText('popup.asOf', { time: <RelativeTime at={at} /> })}
    </p>
  );
}
