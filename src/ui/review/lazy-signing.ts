import { createLazyPart } from '../components/lazy-screen.tsx';

/* What keys sign; codecs and curves load with the first of it that is shown. */

const words = () => import('../words/en/signing.ts');

/** What a request asks a key to sign. Calls are read in the words of the contracts' own screens. */
export const SignedReview = createLazyPart(
  async () => (await import('./signing.tsx')).SignedReview,
  words,
  () => import('../words/en/objects.ts'),
);

/** Whether a result is the signature that was asked for. */
export const SignatureCheck = createLazyPart(
  async () => (await import('./signing.tsx')).SignatureCheck,
  words,
);

/** The message of a form, by what it is. */
export const MessageFields = createLazyPart(
  async () => (await import('../forms/message-fields.tsx')).MessageFields,
  words,
);
