import { useEffect, useState } from 'preact/hooks';
import type { Profile } from '../../protocol/profile.ts';
import type { TabEffects } from '../page/effects.ts';
import type { Submitter } from './submitter.ts';
import { useAppState, useTabStore } from '../page/tab-store.ts';

type FlowEffects = TabEffects & Pick<Submitter, 'submit'>;

/**
 * The flow of a page that holds a secret, made once for the active profile; null without a profile. It
 * is left when the page goes to another section, and forgets its secret when the document is left.
 */
export function useSecretFlow<F extends { readonly leave: () => void }>(
  create: (effects: FlowEffects, profile: Profile) => F,
  forget: (flow: F) => void,
): F | null {
  const { profiles, activeProfileId } = useAppState();
  const profile = profiles.find(({ id }) => id === activeProfileId) ?? profiles[0];
  const { effects, submitter } = useTabStore();
  const [flow] = useState<F | null>(() =>
    profile ? create({ ...effects, submit: submitter.submit }, profile) : null,
  );
  useEffect(() => {
    if (!flow) return undefined;
    // A page in the back/forward cache stays whole in memory.
    const leave = () => forget(flow);
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      flow.leave();
    };
  }, []);
  return flow;
}
