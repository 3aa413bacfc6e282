import { t } from '../i18n.ts';
import type { ObjectPlace } from '../popup/route.ts';
import { PolicyTrial, PolicyWarnings, PolicyWords } from './lazy-policy.ts';
import { ObjectFacts } from './object-facts.tsx';
import { ObjectFrame, Part } from './object-frame.tsx';

/** A policy: in words, and each clause as the service has it, to be changed in place. */
export function PolicyScreen({ place }: { readonly place: ObjectPlace }) {
  return (
    <ObjectFrame place={place}>
      {(item) => (
        <>
          <Part title={t('object.policy.inWords')}>
            <p>
              <PolicyWords item={item} />
            </p>
            <PolicyWarnings item={item} />
          </Part>
          <ObjectFacts place={place} item={item} />
          <PolicyTrial item={item} />
        </>
      )}
    </ObjectFrame>
  );
}
