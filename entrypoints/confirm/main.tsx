import { closeOwnTab, createPageEffects } from '../../src/client/own-page-effects.ts';
import { createPasskeyEffects } from '../../src/client/passkey/page-effects.ts';
import { startDocument } from '../../src/ui/page/document.ts';
import { startWindow } from '../../src/ui/page/window.tsx';
import '../../src/ui/style.css';

const effects = {
  ...createPageEffects(),
  close: () => void closeOwnTab(),
};
const { authenticator, passkeyUnlock } = createPasskeyEffects(effects.client);
startDocument(effects.now, (root) =>
  startWindow({ ...effects, authenticator, passkeyUnlock }, root),
);
