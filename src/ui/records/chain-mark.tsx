import { placeOfFormat } from '../../client/account-address.ts';

/** Letters of a mark. */
const LETTERS = 3;

/** A chain's sign in a list: the first letters of its name. The name itself stands beside it. */
export function ChainMark({ format }: { readonly format: string }) {
  const place = placeOfFormat(format);
  const text = place && place.chain !== 'none' ? place.name.slice(0, LETTERS) : '·';
  return (
    <span class="chain-mark" data-chain={place?.chain} aria-hidden="true">
      {text}
    </span>
  );
}
