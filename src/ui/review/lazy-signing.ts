import type { ComponentType } from 'preact';
import { addWords } from '../i18n.ts';
import { createLazyScreen } from '../components/lazy-screen.tsx';

/** A part that loads with its words when it is first drawn. */
const part = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  createLazyScreen(async () => {
    const [drawn, { signingWords }] = await Promise.all([load(), import('../words/en/signing.ts')]);
    addWords(signingWords);
    return drawn;
  }, null);

/** What a request asks a key to sign; codecs and curves come with it. */
export const SignedReview = part(async () => {
  const [module, { objectWords }] = await Promise.all([
    import('./signing.tsx'),
    import('../words/en/objects.ts'),
  ]);
  // Calls are read in the words of the contracts' own screens.
  addWords(objectWords);
  return module.SignedReview;
});

/** Whether a result is the signature that was asked for. */
export const SignatureCheck = part(async () => (await import('./signing.tsx')).SignatureCheck);

/** The message of a form, by what it is. */
export const MessageFields = part(
  async () => (await import('../forms/message-fields.tsx')).MessageFields,
);
