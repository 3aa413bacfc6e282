import { createTabEffects } from '../../src/client/tab-effects.ts';
import { startDocument } from '../../src/ui/page/document.ts';
import { startTab } from '../../src/ui/page/tab.tsx';
import '../../src/ui/style.css';
import '../../src/ui/settings/settings.css';

const effects = createTabEffects();
startDocument(effects.now, (root) => startTab(effects, root), 'all');
