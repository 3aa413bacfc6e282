import type { ObjectPlace } from '../route.ts';
import { ObjectFacts } from './object-facts.tsx';
import { ObjectFrame } from './object-frame.tsx';

/** A policy: each clause as the service has it, to be changed in place. */
export function PolicyScreen({ place }: { readonly place: ObjectPlace }) {
  return (
    <ObjectFrame place={place}>{(item) => <ObjectFacts place={place} item={item} />}</ObjectFrame>
  );
}
