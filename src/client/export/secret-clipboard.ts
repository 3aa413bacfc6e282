import { equal, utf8, type Bytes } from '../../crypto/bytes.ts';
import { sha256 } from '../../crypto/fingerprint.ts';

/** How long a secret may stay on the clipboard. */
export const CLIPBOARD_MS = 60_000;

/**
 * - `copied`: it is there, and is going to be cleared
 * - `cleared`: it is gone, or whatever else was there
 * - `replaced`: something else had been copied since, which stays
 * - `left`: the browser let nobody look or clear, so it may still be there
 */
export type ClipboardState = 'none' | 'copied' | 'cleared' | 'replaced' | 'left';

/**
 * What this browser lets a page do by itself (docs/platform.md, Clipboard).
 * - `alone`: look, and clear without a click, while it has the focus and when it is closed
 * - `click`: clear in a click only. Nobody can look, so whatever is there is cleared
 */
export type ClipboardAccess = 'alone' | 'click';

export type ClipboardEffects = {
  readonly clipboard: Pick<Clipboard, 'readText' | 'writeText'>;
  readonly permissions: Pick<Permissions, 'query'>;
  /** Listens to the page's window. Returns a function that ends it. */
  readonly listen: (name: 'focus' | 'beforeunload', act: (event: Event) => void) => () => void;
  /** Calls back after the given milliseconds. Returns a function that cancels. */
  readonly later: (milliseconds: number, then: () => void) => () => void;
};

/** What the browser will let the page do. Chromium has a permission to look; Firefox knows none. */
export async function findClipboardAccess({
  permissions,
}: Pick<ClipboardEffects, 'permissions'>): Promise<ClipboardAccess> {
  try {
    const { state } = await permissions.query({ name: 'clipboard-read' as PermissionName });
    return state === 'denied' ? 'click' : 'alone';
  } catch {
    return 'click';
  }
}

/** Whether a text is still there; undefined if the browser doesn't let the page look. */
async function isThere(
  clipboard: Pick<Clipboard, 'readText'>,
  own: Bytes,
): Promise<boolean | undefined> {
  try {
    return equal(own, await sha256(utf8(await clipboard.readText())));
  } catch {
    return undefined;
  }
}

/** Calls at the moments at which a copied secret can be cleared. Returns a function that ends it. */
function watchPage(
  { listen, later }: Pick<ClipboardEffects, 'listen' | 'later'>,
  act: { readonly due: () => void; readonly focus: () => void; readonly leave: () => void },
): () => void {
  const ends = [
    later(CLIPBOARD_MS, act.due),
    // No browser lets a window look without the focus.
    listen('focus', act.focus),
    listen('beforeunload', (event) => {
      event.preventDefault();
      // Nothing can be awaited here. Chromium still clears it, whatever the user answers.
      act.leave();
    }),
  ];
  return () => ends.forEach((end) => end());
}

/**
 * Copies a secret and clears the clipboard: a minute later, when the page is left, and in a click. Only
 * the secret's digest is kept to compare. Until it is gone, the browser asks before the page closes.
 */
export function createSecretClipboard(
  { clipboard, permissions, listen, later }: ClipboardEffects,
  onState: (state: ClipboardState) => void,
) {
  let digest: Bytes | null = null;
  let access: ClipboardAccess = 'alone';
  let isDue = false;
  let stop: () => void = () => undefined;

  function settle(state: ClipboardState): void {
    stop();
    digest = null;
    onState(state);
  }

  async function empty(own: Bytes): Promise<void> {
    try {
      await clipboard.writeText('');
    } catch {
      return void (digest === own && onState('left'));
    }
    if (digest === own) settle('cleared');
  }

  /** A click clears it also where nobody can look; otherwise it has to be certain that it's there. */
  async function clear(isClick: boolean): Promise<void> {
    const own = digest;
    if (!own) return;
    isDue ||= !isClick;
    // A click counts for a moment only: nothing is awaited before where it is needed.
    const found = access === 'click' ? undefined : await isThere(clipboard, own);
    if (digest !== own) return;
    if (found === false) settle('replaced');
    else if (found || isClick) await empty(own);
    else onState('left');
  }

  const watch = (own: Bytes) =>
    watchPage(
      { listen, later },
      {
        due: () => void clear(false),
        focus: () => void (isDue && clear(false)),
        leave: () => void empty(own),
      },
    );

  return {
    /** Rejects if the browser refuses to copy. */
    copy: async (text: string): Promise<void> => {
      // At once: the click that this is for counts for a moment only.
      await clipboard.writeText(text);
      stop();
      const own = await sha256(utf8(text));
      digest = own;
      isDue = false;
      stop = watch(own);
      access = await findClipboardAccess({ permissions });
      if (digest === own) onState('copied');
    },
    /** For a click: clears it now. */
    clear: () => clear(true),
  };
}
