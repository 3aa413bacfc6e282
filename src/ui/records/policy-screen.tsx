import { t } from '../i18n.ts';
import { PolicyTrial, PolicyWarnings, PolicyWords } from './lazy-policy.ts';
import { ObjectFacts } from './object-facts.tsx';
import { Part, type PartProps } from './part.tsx';

/** A policy: in words, and each clause as the service has it, to be changed in place. */
export function PolicyParts({ place, item }: PartProps) {
  return (
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
  );
}
