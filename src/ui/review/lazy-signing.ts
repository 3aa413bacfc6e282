import type { Row } from '../../protocol/operation-row.ts';
import { addWords } from '../i18n.ts';
import { createLazyScreen } from '../components/lazy-screen.tsx';

/** Whether an operation signs with a key that the service keeps. */
export const signs = (row: Row): boolean =>
  row.kind === 'submit' && typeof row.policy === 'object' && row.policy.action === 'SIGN';

/** Codecs, curves and their words load with the first request that signs. */
async function loadModule() {
  const [module, { signingWords }] = await Promise.all([
    import('./signing.tsx'),
    import('../words/en/signing.ts'),
  ]);
  addWords(signingWords);
  return module;
}

/** What a request asks a key to sign. */
export const SignedReview = createLazyScreen(async () => (await loadModule()).SignedReview, null);

/** Whether a result is the signature that was asked for. */
export const SignatureCheck = createLazyScreen(
  async () => (await loadModule()).SignatureCheck,
  null,
);
