import type { ComponentType } from 'preact';
import type { Row } from '../../protocol/operation-row.ts';
import { addWords } from '../i18n.ts';
import { createLazyScreen } from '../components/lazy-screen.tsx';
import type * as Parts from './signing.tsx';

/** Whether an operation signs with a key that the service keeps. */
export const signs = (row: Row): boolean =>
  row.kind === 'submit' && typeof row.policy === 'object' && row.policy.action === 'SIGN';

/** A part that loads with the first request that signs, as do codecs, curves and its words. */
const part = <P extends object>(of: (parts: typeof Parts) => ComponentType<P>) =>
  createLazyScreen(async () => {
    const [parts, { signingWords }] = await Promise.all([
      import('./signing.tsx'),
      import('../words/en/signing.ts'),
    ]);
    addWords(signingWords);
    return of(parts);
  }, null);

/** What a request asks a key to sign. */
export const SignedReview = part((parts) => parts.SignedReview);

/** Whether a result is the signature that was asked for. */
export const SignatureCheck = part((parts) => parts.SignatureCheck);
