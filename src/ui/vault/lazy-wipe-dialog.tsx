import { createLazyScreen } from '../components/lazy-screen.tsx';
import { addWords } from '../i18n.ts';

/** The question before a wipe. Its code comes when somebody asks for it. */
export const WipeDialog = createLazyScreen(async () => {
  const [module, { wipeWords }] = await Promise.all([
    import('./wipe-dialog.tsx'),
    import('../words/en/wipe.ts'),
  ]);
  addWords(wipeWords);
  return module.WipeDialog;
}, null);
