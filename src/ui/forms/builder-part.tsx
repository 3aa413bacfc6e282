import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { t } from '../i18n.ts';
import { IconButton } from '../components/button.tsx';

/** One part of a policy under its title; without content, word that chips can't show it. */
export function BuilderPart({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ComponentChildren;
}) {
  const id = useId();
  return (
    <div class="builder-part" role="group" aria-labelledby={id}>
      <span class="builder-title" id={id}>
        {title}
      </span>
      {children}
    </div>
  );
}

export const Untold = () => <p class="note">{t('builder.untold')}</p>;

/** What was chosen, each with a button that takes it away. */
export function PartChips<T>(props: {
  readonly items: readonly T[];
  readonly textOf: (item: T) => string;
  readonly onRemove: (item: T) => void;
}) {
  const { items, textOf, onRemove } = props;
  if (items.length === 0) return null;
  return (
    <ul class="chips">
      {items.map((item) => {
        const what = textOf(item);
        return (
          <li key={what} class="chip" title={what}>
            <span class="chip-name">{what}</span>
            <IconButton
              name="close"
              label={t('builder.remove', { what })}
              onClick={() => onRemove(item)}
            />
          </li>
        );
      })}
    </ul>
  );
}
