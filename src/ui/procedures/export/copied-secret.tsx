import { useEffect, useState } from 'preact/hooks';
import {
  createSecretClipboard,
  findClipboardAccess,
  type ClipboardAccess,
  type ClipboardEffects,
  type ClipboardState,
} from '../../../client/export/secret-clipboard.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { Banner } from '../../components/surfaces.tsx';
import { useTabStore } from '../../page/tab-store.ts';

/** What was copied on this page, and what the browser lets the page do with the clipboard. */
export type CopiedSecret = {
  readonly state: ClipboardState | 'failed';
  /** Null until the browser has said. */
  readonly access: ClipboardAccess | null;
  readonly copy: (text: string) => void;
  readonly clear: () => void;
};

const listen: ClipboardEffects['listen'] = (name, act) => {
  addEventListener(name, act);
  return () => removeEventListener(name, act);
};

/** The clipboard of a page with a secret: cleared when the page's section is left. */
export function useCopiedSecret(): CopiedSecret {
  const { later } = useTabStore().effects;
  const [state, setState] = useState<CopiedSecret['state']>('none');
  const [access, setAccess] = useState<ClipboardAccess | null>(null);
  const [own] = useState(() => {
    const { clipboard, permissions } = navigator;
    return createSecretClipboard({ clipboard, permissions, listen, later }, setState);
  });
  useEffect(() => {
    void findClipboardAccess(navigator).then(setAccess);
  }, [state]);
  // In the click that leads to another section, if it is one.
  useEffect(() => () => void own.clear(), []);
  return {
    state,
    access,
    copy: (text) => void own.copy(text).catch(() => setState('failed')),
    clear: () => void own.clear(),
  };
}

/** What became of what was copied, and the button that clears it while it may be there. */
export function ClipboardNotice({ copied }: { readonly copied: CopiedSecret }) {
  const { state, access, clear } = copied;
  const isPending = state === 'copied' || state === 'left';
  const isByClick = isPending && access === 'click';
  return (
    <div class="stack-tight" data-clipboard={state}>
      {isPending && (
        <Banner
          tone="warn"
          title={t(isByClick ? 'export.copy.copiedByClick' : `export.copy.${state}`)}
          action={
            <Button small onClick={clear}>
              {t('export.copy.clear')}
            </Button>
          }
        />
      )}
      <p class="help" role="status">
        {state !== 'none' && !isPending && t(`export.copy.${state}`)}
      </p>
    </div>
  );
}

/** Copies a secret on a click, after saying who can read it and how it is cleared in this browser. */
export function SecretCopy(props: {
  readonly what: 'wallet' | 'key';
  readonly copied: CopiedSecret;
  /** The text now; nothing keeps it. */
  readonly textOf: () => string;
}) {
  const { what, copied, textOf } = props;
  const { access } = copied;
  return (
    <div class="stack-tight">
      <p class="help">{access && t(`export.copy.${access}`)}</p>
      <div class="cluster">
        <Button small icon="copy" disabled={!access} onClick={() => copied.copy(textOf())}>
          {t(`export.copy.${what}`)}
        </Button>
      </div>
      <ClipboardNotice copied={copied} />
    </div>
  );
}
