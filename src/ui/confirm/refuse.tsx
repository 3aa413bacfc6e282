import type { Signal } from '@preact/signals';
import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n.ts';
import { IconButton } from '../kit/button.tsx';
import { Icon, type IconName } from '../kit/icon.tsx';
import type { ApprovalView, SiteRefusal } from '../../protocol/approval.ts';
import type { ApprovalQueue } from './queue.ts';

const QUIET_MS = 600_000;

/** Everything that waits of the site. */
export const ALL_OF_SITE: SiteRefusal = { quietMs: 0, block: false };

/** The label, its icon, and what is refused of the whole site: nothing for the request alone. */
const WAYS = [
  ['confirm.refuseOne', 'close', undefined],
  ['confirm.refuseSite', 'trash', ALL_OF_SITE],
  ['confirm.refuseQuiet', 'clock', { ...ALL_OF_SITE, quietMs: QUIET_MS }],
  ['confirm.refuseBlock', 'shield', { ...ALL_OF_SITE, block: true }],
] as const satisfies readonly (readonly [string, IconName, SiteRefusal | undefined])[];

/** Blocking is for the whole site: whoever has one subdomain has them all. */
function labelOf(label: (typeof WAYS)[number][0], { group, privateWindow }: ApprovalView): string {
  if (label !== 'confirm.refuseBlock') return t(label);
  // A number, or this computer, has nothing below it.
  const alone = group === 'localhost' || /^[\d.]+$|^\[/.test(group);
  const what = t(alone ? 'confirm.refuseBlockOne' : 'confirm.refuseBlock', { site: group });
  return privateWindow ? t('confirm.refuseBlockPrivate', { what }) : what;
}

/** The open list of ways to refuse: the site that it is about, and which way has the focus. */
export type Refusing = { readonly group: string; at: number };

/**
 * A list that opens over the page, and closes on Escape and on a press elsewhere. It belongs to the
 * site, not to the request: a site that withdraws a request and asks again can't close it just as
 * the user is about to block that site.
 */
function useMenu(group: string, refusing: Signal<Refusing | undefined>) {
  const open = refusing.value?.group === group;
  const root = useRef<HTMLDivElement>(null);
  const close = (): void => {
    refusing.value = undefined;
  };
  useEffect(() => {
    // Another site's: it does not come back by itself.
    if (!open) return close();
    const away = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) close();
    };
    document.addEventListener('pointerdown', away);
    const ways = root.current?.querySelectorAll<HTMLElement>('.menu-item');
    ways?.[refusing.peek()?.at ?? 0]?.focus();
    return () => document.removeEventListener('pointerdown', away);
  }, [open]);
  const escape = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    if (event.key !== 'Escape' || !open) return;
    event.stopPropagation();
    close();
    root.current?.querySelector<HTMLElement>('.icon-button')?.focus();
  };
  const toggle = (): void => {
    refusing.value = open ? undefined : { group, at: 0 };
  };
  return { open, close, toggle, root, escape };
}

/** Refusing is as easy as approving, and needs no arming: nothing happens by it. */
export function Refuse(props: {
  readonly item: ApprovalView;
  readonly busy: boolean;
  readonly queue: Pick<ApprovalQueue, 'decide' | 'refuseSite' | 'refusing'>;
}) {
  const { item, busy, queue } = props;
  const { refusing } = queue;
  const { open, close, toggle, root, escape } = useMenu(item.group, refusing);
  const focused = (at: number): void => {
    const menu = refusing.peek();
    if (menu) menu.at = at;
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
          {WAYS.map(([label, icon, site], at) => (
            <li key={label}>
              <button
                type="button"
                class="menu-item"
                onFocus={() => focused(at)}
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
