import { useEffect } from 'preact/hooks';
import { t } from '../i18n.ts';
import type { IconName } from '../components/icon.tsx';
import { Menu } from '../components/menu.tsx';
import type { SiteRequestView, SiteRefusal } from '../../protocol/pending-request.ts';
import type { RequestQueue } from './queue.ts';

const COOLDOWN_MS = 600_000;

/** Every pending request of the site. */
export const ALL_OF_SITE: SiteRefusal = { cooldownMs: 0, block: false };

/** The label, its icon, and what is refused of the whole site: nothing for the request alone. */
const REFUSALS = [
  ['confirm.rejectOne', 'close', undefined],
  ['confirm.rejectSite', 'trash', ALL_OF_SITE],
  ['confirm.rejectQuiet', 'clock', { ...ALL_OF_SITE, cooldownMs: COOLDOWN_MS }],
  ['confirm.rejectBlock', 'shield', { ...ALL_OF_SITE, block: true }],
] as const satisfies readonly (readonly [string, IconName, SiteRefusal | undefined])[];

/** Blocking is for the whole site: whoever has one subdomain has them all. */
function labelOf(
  label: (typeof REFUSALS)[number][0],
  { group, privateWindow }: SiteRequestView,
): string {
  if (label !== 'confirm.rejectBlock') return t(label);
  // A number, or this computer, has nothing below it.
  const isAlone = group === 'localhost' || /^[\d.]+$|^\[/.test(group);
  const message = isAlone ? 'confirm.rejectBlockOne' : label;
  return t(privateWindow ? `${message}Private` : message, { site: group });
}

/** Refusing is as easy as approving, and needs no arming: nothing happens by it. */
export function RefuseButton(props: {
  readonly item: SiteRequestView;
  readonly busy: boolean;
  readonly queue: Pick<RequestQueue, 'decide' | 'refuseSite' | 'refusing'>;
}) {
  const { item, busy, queue } = props;
  const { refusing } = queue;
  const { group } = item;
  const isOpen = refusing.value?.group === group;
  const open = (focusedIndex: number | undefined): void => {
    refusing.value = focusedIndex === undefined ? undefined : { group, focusedIndex };
  };
  useEffect(() => {
    // Another site's doesn't come back by itself. What is open now counts: by the time that this runs,
    // the user may have opened the list.
    const shown = refusing.peek();
    if (shown && shown.group !== group) refusing.value = undefined;
  }, [group, isOpen]);
  const refuse = (site?: SiteRefusal): void => {
    open(undefined);
    if (busy) return;
    void (site ? queue.refuseSite(item, site) : queue.decide(item, { kind: 'refuse' }));
  };
  return (
    <div class="refuse">
      <button
        type="button"
        class="button button-wide"
        data-act="refuse"
        aria-disabled={busy}
        // The second click of a double click would refuse the next request unread.
        onClick={(event) => {
          if (event.detail > 1) return;
          // The next request's heading takes the focus only where nothing else has it.
          event.currentTarget.blur();
          refuse();
        }}
      >
        {t('confirm.reject')}
      </button>
      <Menu
        label={t('confirm.rejectMore')}
        focused={isOpen ? refusing.value?.focusedIndex : undefined}
        onFocus={open}
        items={REFUSALS.map(([label, icon, site]) => ({
          icon,
          label: labelOf(label, item),
          act: () => refuse(site),
        }))}
      />
    </div>
  );
}
