import { createPageEffects } from '../../src/client/own-page-effects.ts';
import { startDocument } from '../../src/ui/page/document.ts';
import { startPopup } from '../../src/ui/page/popup.tsx';
import '../../src/ui/style.css';

const effects = createPageEffects();
startDocument(effects.now, (root) => startPopup(effects, root));
