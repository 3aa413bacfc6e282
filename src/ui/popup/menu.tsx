import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n.ts';
import { IconButton } from '../components/button.tsx';
import { Icon, type IconName } from '../components/icon.tsx';
import { useStore } from './context.ts';

/** What is not worth a place in the bar. Closes on Escape and on a click elsewhere. */
export function Menu() {
  const { effects, go } = useStore();
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    root.current?.querySelector<HTMLElement>('.menu-item')?.focus();
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [open]);
  const item = (icon: IconName, label: string, act: () => void) => (
    <li>
      <button
        type="button"
        class="menu-item"
        onClick={() => {
          setOpen(false);
          act();
        }}
      >
        <Icon name={icon} />
        {label}
      </button>
    </li>
  );
  return (
    <div
      class="menu"
      ref={root}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        event.stopPropagation();
        setOpen(false);
        root.current?.querySelector<HTMLElement>('.icon-button')?.focus();
      }}
    >
      <IconButton
        name="menu"
        label={t('popup.menu.label')}
        expanded={open}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <ul class="menu-list">
          {item('search', t('popup.operations.title'), () => go({ screen: 'operations' }))}
          {item('history', t('popup.activities.title'), () => go({ screen: 'activities' }))}
          {item('external', t('popup.menu.tab'), () => void effects.openPopupTab())}
          {item('gear', t('popup.menu.options'), () => void effects.openOptions())}
        </ul>
      )}
    </div>
  );
}
