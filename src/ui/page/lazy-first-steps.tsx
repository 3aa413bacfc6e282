import { addWords } from '../i18n.ts';
import { createLazyScreen } from '../components/lazy-screen.tsx';
import { useStore } from './store.ts';

const Steps = createLazyScreen(async () => {
  const [module, { objectWords }] = await Promise.all([
    import('./first-steps.tsx'),
    import('../words/en/objects.ts'),
  ]);
  addWords(objectWords);
  return module.FirstSteps;
}, null);

/** What is left of the set-up, above the wallets. Its code comes only where something may be. */
export function FirstSteps() {
  const state = useStore().state.value;
  const isOver = !state || (state.hidesFirstSteps && state.backup === 'current');
  return isOver ? null : <Steps />;
}
