import { computed } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { createQueue } from './queue.ts';
import { QueueView } from './queue-view.tsx';
import { useStore } from '../page/store.ts';

/** The pending requests: the queue of the confirm window, in the popup. */
export function RequestsScreen() {
  const store = useStore();
  // The popup closes when a prompt takes the focus: its window prompts instead.
  const effects = useMemo(() => ({ ...store.effects, authenticator: null }), [store]);
  const queue = useMemo(
    () =>
      createQueue(
        effects,
        computed(() => store.snapshot.value?.state),
      ),
    [store],
  );
  useEffect(() => queue.dispose, [queue]);
  const state = store.snapshot.value?.state;
  if (!state) return null;
  const placement = {
    back: store.back,
    openWindow: (id?: string) =>
      void effects.client.call('requests_show', id ? { id } : {}).catch(() => undefined),
    finish: store.back,
  };
  return <QueueView queue={queue} effects={effects} placement={placement} state={state} />;
}
