import type { Row } from '../../protocol/operation-row.ts';
import { addWords } from '../i18n.ts';
import { createLazyScreen } from '../components/lazy-screen.tsx';

/** Whether an operation signs with a key that the service keeps. */
export const signs = (row: Row): boolean =>
  row.kind === 'submit' && typeof row.policy === 'object' && row.policy.action === 'SIGN';

async function loadWords(): Promise<void> {
  const { signingWords } = await import('../words/en/signing.ts');
  addWords(signingWords);
}

/* Codecs, curves and their words load with the first request that signs. */

/** What a request asks a key to sign. */
export const SignedReview = createLazyScreen(async () => {
  const words = loadWords();
  const { SignedReview: loaded } = await import('./signing.tsx');
  await words;
  return loaded;
}, null);

/** Whether a result is the signature that was asked for. */
export const SignatureCheck = createLazyScreen(async () => {
  const words = loadWords();
  const { SignatureCheck: loaded } = await import('./signing.tsx');
  await words;
  return loaded;
}, null);
