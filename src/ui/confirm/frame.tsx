import type { ComponentChildren } from 'preact';
import { t } from '../i18n.ts';
import { IconButton } from '../kit/button.tsx';
import { Icon } from '../kit/icon.tsx';
import { Screen, TopBar } from '../kit/layout.tsx';
import { Stamp } from '../kit/stamp.tsx';
import type { ApprovalQueue } from './queue.ts';

/** Where the queue is shown: the window of its own, or a screen of the popup. */
export type Place = {
  /** Leads out of the queue; without it there is nowhere to go back to. */
  readonly back?: (() => void) | undefined;
  /** Shows the queue in its window. */
  readonly window?: ((id?: string) => void) | undefined;
  /** Everything is decided, or the user has read enough. */
  readonly leave: () => void;
};

function Position({ queue }: { readonly queue: ApprovalQueue }) {
  const items = queue.items.value ?? [];
  const at = items.findIndex((one) => one.id === queue.current.value?.id);
  if (items.length < 2 || at < 0) return null;
  return (
    <nav class="position" aria-label={t('confirm.title')}>
      <button
        type="button"
        class="icon-button"
        aria-label={t('confirm.previous')}
        title={t('confirm.previous')}
        disabled={at === 0}
        onClick={() => queue.move(-1)}
      >
        <Icon name="back" />
      </button>
      <span data-position={at + 1} data-count={items.length}>
        {t('confirm.position', { at: at + 1, count: items.length })}
      </span>
      <IconButton
        name="chevron-right"
        label={t('confirm.next')}
        disabled={at === items.length - 1}
        onClick={() => queue.move(1)}
      />
    </nav>
  );
}

/** The bar with the place in the queue, what is shown, and the decision, which never moves. */
export function QueueFrame(props: {
  readonly queue: ApprovalQueue;
  readonly place: Place;
  readonly children: ComponentChildren;
  readonly action?: ComponentChildren;
}) {
  const { queue, place } = props;
  const count = queue.items.value?.length;
  return (
    <Screen
      top={
        <TopBar
          title={t('confirm.title')}
          back={place.back}
          lead={place.back ? undefined : <Stamp size={20} />}
        >
          <Position queue={queue} />
          {place.window && (
            <IconButton
              name="external"
              label={t('confirm.window')}
              onClick={() => place.window?.()}
            />
          )}
        </TopBar>
      }
      action={props.action}
    >
      <p class="hidden" role="status">
        {count !== undefined && count > 0 ? t('confirm.waiting', { count }) : ''}
      </p>
      {props.children}
    </Screen>
  );
}
