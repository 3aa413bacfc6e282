import type { Signal } from '@preact/signals';
import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n.ts';
import { IconButton } from '../components/button.tsx';
import { Icon, type IconName } from '../components/icon.tsx';
import type { SiteRequestView, SiteRefusal } from '../../protocol/pending-request.ts';
import type { RequestQueue } from './queue.ts';

const COOLDOWN_MS = 600_000;

/** Every pending request of the site. */
export const ALL_OF_SITE: SiteRefusal = { cooldownMs: 0, block: false };

/** The label, its icon, and what is refused of the whole site: nothing for the request alone. */
const REFUSALS = [
  ['confirm.refuseOne', 'close', undefined],
  ['confirm.refuseSite', 'trash', ALL_OF_SITE],
  ['confirm.refuseQuiet', 'clock', { ...ALL_OF_SITE, cooldownMs: COOLDOWN_MS }],
  ['confirm.refuseBlock', 'shield', { ...ALL_OF_SITE, block: true }],
] as const satisfies readonly (readonly [string, IconName, SiteRefusal | undefined])[];

/** Blocking is for the whole site: whoever has one subdomain has them all. */
function labelOf(
  label: (typeof REFUSALS)[number][0],
  { group, privateWindow }: SiteRequestView,
): string {
  if (label !== 'confirm.refuseBlock') return t(label);
  // A number, or this computer, has nothing below it.
  const isAlone = group === 'localhost' || /^[\d.]+$|^\[/.test(group);
  const message = isAlone ? 'confirm.refuseBlockOne' : label;
  return t(privateWindow ? `${message}Private` : message, { site: group });
}

/** The open list of ways to refuse: the site that it is about, and which way has the focus. */
export type RefusalMenu = { readonly group: string; focusedIndex: number };

/**
 * A list that opens over the page, and closes on Escape and on a press elsewhere. It belongs to the
 * site, not to the request: a site that withdraws a request and asks again can't close it just as
 * the user is about to block that site.
 */
function useRefusalMenu(group: string, menu: Signal<RefusalMenu | undefined>) {
  const isOpen = menu.value?.group === group;
  const root = useRef<HTMLDivElement>(null);
  const close = (): void => {
    menu.value = undefined;
  };
  useEffect(() => {
    // Another site's: it does not come back by itself.
    if (!isOpen) return close();
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) close();
    };
    document.addEventListener('pointerdown', closeOutside);
    const items = root.current?.querySelectorAll<HTMLElement>('.menu-item');
    items?.[menu.peek()?.focusedIndex ?? 0]?.focus();
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);
  const escape = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    close();
    root.current?.querySelector<HTMLElement>('.icon-button')?.focus();
  };
  const toggle = (): void => {
    menu.value = isOpen ? undefined : { group, focusedIndex: 0 };
  };
  return { open: isOpen, close, toggle, root, escape };
}

/** Refusing is as easy as approving, and needs no arming: nothing happens by it. */
export function RefuseButton(props: {
  readonly item: SiteRequestView;
  readonly busy: boolean;
  readonly queue: Pick<RequestQueue, 'decide' | 'refuseSite' | 'refusing'>;
}) {
  const { item, busy, queue } = props;
  const { refusing: menuSignal } = queue;
  const { open, close, toggle, root, escape } = useRefusalMenu(item.group, menuSignal);
  const noteFocus = (index: number): void => {
    const menu = menuSignal.peek();
    if (menu) menu.focusedIndex = index;
  };
  const refuse = (site?: SiteRefusal): void => {
    close();
    if (busy) return;
    void (site ? queue.refuseSite(item, site) : queue.decide(item, { kind: 'refuse' }));
  };
  return (
    <div class="refuse" ref={root} onKeyDown={escape}>
      <button
        type="button"
        class="button wide"
        data-act="refuse"
        aria-disabled={busy}
        // The second click of a double click would refuse the next request unread.
        onClick={(event) => event.detail < 2 && refuse()}
      >
        {t('confirm.refuse')}
      </button>
      <IconButton name="menu" label={t('confirm.refuseMore')} expanded={open} onClick={toggle} />
      {open && (
        <ul class="menu-list refuse-list" aria-label={t('confirm.refuseMore')}>
          {REFUSALS.map(([label, icon, site], index) => (
            <li key={label}>
              <button
                type="button"
                class="menu-item"
                onFocus={() => noteFocus(index)}
                onClick={() => refuse(site)}
              >
                <Icon name={icon} />
                {labelOf(label, item)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
