import { equal, utf8, type Bytes } from '../../crypto/bytes.ts';

/** How long a secret may stay on the clipboard. */
export const CLIPBOARD_MS = 60_000;

/**
 * - `copied`: it is there, and is going to be cleared
 * - `cleared`: it was still there and is gone
 * - `replaced`: something else had been copied since, which stays
 * - `left`: the browser lets nobody look, so nothing was cleared
 */
export type ClipboardState = 'none' | 'copied' | 'cleared' | 'replaced' | 'left';

export type ClipboardEffects = {
  readonly clipboard: Pick<Clipboard, 'readText' | 'writeText'>;
  /** Calls back after the given milliseconds. Returns a function that cancels. */
  readonly later: (milliseconds: number, then: () => void) => () => void;
};

/** SHA-256 of a text. */
async function digestOf(text: string): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(text)));
}

/**
 * Copies a secret and clears the clipboard a minute later, if it still has that secret. Only the
 * secret's digest is kept to compare. Browsers let a page read the clipboard only while it has the
 * focus, and some ask the user first: then `clear` tries again.
 */
export function createSecretClipboard(
  { clipboard, later }: ClipboardEffects,
  onState: (state: ClipboardState) => void,
) {
  let digest: Bytes | null = null;
  let cancel: () => void = () => undefined;

  async function clear(): Promise<void> {
    const own = digest;
    if (!own) return;
    let current: string;
    try {
      current = await clipboard.readText();
    } catch {
      return onState('left');
    }
    if (digest !== own) return;
    if (!equal(own, await digestOf(current))) {
      digest = null;
      return onState('replaced');
    }
    try {
      await clipboard.writeText('');
    } catch {
      return onState('left');
    }
    digest = null;
    onState('cleared');
  }

  return {
    /** Rejects if the browser refuses to copy. */
    copy: async (text: string): Promise<void> => {
      const own = await digestOf(text);
      await clipboard.writeText(text);
      cancel();
      digest = own;
      onState('copied');
      cancel = later(CLIPBOARD_MS, () => void clear());
    },
    /** Clears now, if it's still there. */
    clear,
    /** Whether something copied here may still be there. */
    isPending: (): boolean => digest !== null,
  };
}
