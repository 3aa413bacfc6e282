import type { ComponentChildren } from 'preact';
import { t } from '../i18n.ts';
import { IconButton } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { Screen, TopBar } from '../components/layout.tsx';
import { Logo } from '../components/logo.tsx';
import type { RequestQueue } from './queue.ts';

/** Where the queue is shown: the window of its own, or a screen of the popup. */
export type QueuePlacement = {
  /** Leads out of the queue; without it there is nowhere to go back to. */
  readonly back?: (() => void) | undefined;
  /** Shows the queue in its window. */
  readonly openWindow?: ((id?: string) => void) | undefined;
  /** Everything is decided, or the user has read enough. */
  readonly finish: () => void;
};

function Position({ queue }: { readonly queue: RequestQueue }) {
  const items = queue.items.value ?? [];
  const index = items.findIndex((item) => item.id === queue.current.value?.id);
  if (items.length < 2 || index < 0) return null;
  return (
    <nav class="position" aria-label={t('confirm.title')}>
      <button
        type="button"
        class="icon-button"
        aria-label={t('confirm.previous')}
        title={t('confirm.previous')}
        disabled={index === 0}
        onClick={() => queue.move(-1)}
      >
        <Icon name="back" />
      </button>
      <span data-position={index + 1} data-count={items.length}>
        {t('confirm.position', { at: index + 1, count: items.length })}
      </span>
      <IconButton
        name="chevron-right"
        label={t('confirm.next')}
        disabled={index === items.length - 1}
        onClick={() => queue.move(1)}
      />
    </nav>
  );
}

/** The bar with the place in the queue, what is shown, and the decision, which never moves. */
export function QueueFrame(props: {
  readonly queue: RequestQueue;
  readonly placement: QueuePlacement;
  readonly children: ComponentChildren;
  readonly action?: ComponentChildren;
}) {
  const { queue, placement } = props;
  const count = queue.items.value?.length;
  return (
    <Screen
      top={
        <TopBar
          title={t('confirm.title')}
          back={placement.back}
          lead={placement.back ? undefined : <Logo size={20} />}
        >
          <Position queue={queue} />
          {placement.openWindow && (
            <IconButton
              name="external"
              label={t('confirm.window')}
              onClick={() => placement.openWindow?.()}
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
