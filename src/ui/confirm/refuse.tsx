import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n.ts';
import { IconButton } from '../kit/button.tsx';
import { Icon, type IconName } from '../kit/icon.tsx';
import type { ApprovalView } from '../../protocol/approval.ts';
import { ALL_OF_SITE, ONE, type Refusal } from './refusal.ts';

const QUIET_MS = 600_000;

const WAYS = [
  ['confirm.refuseOne', 'close', ONE],
  ['confirm.refuseSite', 'trash', ALL_OF_SITE],
  ['confirm.refuseQuiet', 'clock', { ...ALL_OF_SITE, quietMs: QUIET_MS }],
  ['confirm.refuseBlock', 'shield', { ...ALL_OF_SITE, block: true }],
] as const satisfies readonly (readonly [string, IconName, Refusal])[];

/** Blocking is for the whole site: whoever has one subdomain has them all. */
function labelOf(label: (typeof WAYS)[number][0], { group, privateWindow }: ApprovalView): string {
  if (label !== 'confirm.refuseBlock') return t(label);
  // A number, or this computer, has nothing below it.
  const alone = group === 'localhost' || /^[\d.]+$|^\[/.test(group);
  const what = t(alone ? 'confirm.refuseBlockOne' : 'confirm.refuseBlock', { site: group });
  return privateWindow ? t('confirm.refuseBlockPrivate', { what }) : what;
}

/** A list that opens over the page, and closes on Escape and on a press elsewhere. */
function useMenu() {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    const away = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', away);
    root.current?.querySelector<HTMLElement>('.menu-item')?.focus();
    return () => document.removeEventListener('pointerdown', away);
  }, [open]);
  const escape = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    if (event.key !== 'Escape' || !open) return;
    event.stopPropagation();
    setOpen(false);
    root.current?.querySelector<HTMLElement>('.icon-button')?.focus();
  };
  return { open, setOpen, root, escape };
}

/** Refusing is as easy as approving, and needs no arming: nothing happens by it. */
export function Refuse(props: {
  readonly item: ApprovalView;
  readonly busy: boolean;
  readonly onRefuse: (refusal: Refusal) => void;
}) {
  const { item, busy, onRefuse } = props;
  const { open, setOpen, root, escape } = useMenu();
  const refuse = (refusal: Refusal): void => {
    setOpen(false);
    if (!busy) onRefuse(refusal);
  };
  return (
    <div class="refuse" ref={root} onKeyDown={escape}>
      <button
        type="button"
        class="button wide"
        data-act="refuse"
        aria-disabled={busy}
        // The second click of a double click would refuse the next request unread.
        onClick={(event) => event.detail < 2 && refuse(ONE)}
      >
        {t('confirm.refuse')}
      </button>
      <IconButton
        name="menu"
        label={t('confirm.refuseMore')}
        expanded={open}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <ul class="menu-list refuse-list" aria-label={t('confirm.refuseMore')}>
          {WAYS.map(([label, icon, refusal]) => (
            <li key={label}>
              <button type="button" class="menu-item" onClick={() => refuse(refusal)}>
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
