import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { indexAfterKey } from './arrow-keys.ts';
import { IconButton } from './button.tsx';
import { joinClassNames } from './format.ts';
import { Icon, type IconName } from './icon.tsx';
import { keyOf } from './typed-text.ts';

type MenuItem = {
  readonly icon: IconName;
  readonly label: string;
  readonly act: () => void;
};

type MenuProps = {
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** The item that has the focus; undefined while the menu is closed. */
  readonly focused: number | undefined;
  readonly onFocus: (index: number | undefined) => void;
  readonly class?: string;
};

/** The menu's focus and keys, as in the ARIA Authoring Practices Guide, "Menu Button Pattern". */
function useMenu({ items, focused, onFocus }: MenuProps) {
  const root = useRef<HTMLDivElement>(null);
  const isOpen = focused !== undefined;
  useEffect(() => {
    if (!isOpen) return undefined;
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) onFocus(undefined);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);
  useEffect(() => {
    const drawn = root.current?.querySelectorAll<HTMLElement>('.menu-item');
    if (focused !== undefined) drawn?.[focused]?.focus();
  }, [focused]);

  function key(event: TargetedKeyboardEvent<HTMLDivElement>): void {
    const opensBy = ['ArrowDown', 'ArrowUp'].includes(keyOf(event));
    if (!isOpen && !opensBy) return;
    if (isOpen && ['Escape', 'Tab'].includes(keyOf(event))) {
      onFocus(undefined);
      // From the button, Tab goes on to what comes after the menu.
      root.current?.querySelector<HTMLElement>('.icon-button')?.focus();
      if (keyOf(event) === 'Tab') return;
      event.stopPropagation();
      event.preventDefault();
      return;
    }
    const labels = items.map(({ label }) => label);
    const next = indexAfterKey(event, focused ?? -1, labels);
    if (next === undefined) return;
    event.preventDefault();
    onFocus(next);
  }

  return { root, isOpen, key };
}

/** A button and the menu that it opens over the page. Closes on Escape, Tab and a press elsewhere. */
export function Menu(props: MenuProps) {
  const { label, items, focused, onFocus } = props;
  const { root, isOpen, key } = useMenu(props);
  return (
    <div class={joinClassNames('menu', props.class)} ref={root} onKeyDown={key}>
      <IconButton
        name="menu"
        label={label}
        hasMenu
        expanded={isOpen}
        onClick={() => onFocus(isOpen ? undefined : 0)}
      />
      {isOpen && (
        <ul class="menu-list" role="menu" aria-label={label}>
          {items.map((item, index) => (
            <li key={item.label} role="none">
              <button
                type="button"
                class="menu-item"
                role="menuitem"
                tabIndex={-1}
                onFocus={() => index !== focused && onFocus(index)}
                onClick={() => {
                  onFocus(undefined);
                  item.act();
                }}
              >
                <Icon name={item.icon} />
                {item.label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
