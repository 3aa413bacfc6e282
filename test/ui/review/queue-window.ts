import { h, render } from 'preact';
import { afterEach, beforeAll } from 'vitest';
import '../../../src/ui/style.css';
import { startOwnPage } from '../../../src/ui/components/own-page.ts';
import { QueueView } from '../../../src/ui/review/queue-view.tsx';
import { addWords } from '../../../src/ui/i18n.ts';
import { confirmWords } from '../../../src/ui/words/en/confirm.ts';
import { popupWords } from '../../../src/ui/words/en/popup.ts';

/** Lets everything run that waits for nothing but a hash. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    await crypto.subtle.digest('SHA-256', new Uint8Array(4096));
  }
}

type QueueViewProps = Parameters<typeof QueueView>[0];

/**
 * The confirm window of a test file, in a real page. Returns what draws a queue in it and gives the
 * element; after each test it's gone, and so is the queue.
 */
export function useQueueWindow(): (props: QueueViewProps) => HTMLElement {
  let end: () => void = () => undefined;

  beforeAll(() => {
    startOwnPage({ now: () => 1_000_000, root: document.documentElement });
    document.documentElement.classList.add('popup', 'confirm');
    addWords(confirmWords);
    addWords(popupWords);
  });
  afterEach(() => end());

  return (props) => {
    const root = document.createElement('div');
    root.id = 'app';
    document.body.append(root);
    render(h(QueueView, props), root);
    end = () => {
      render(null, root);
      root.remove();
      props.queue.dispose();
    };
    return root;
  };
}
