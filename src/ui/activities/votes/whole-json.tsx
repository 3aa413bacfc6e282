import { VisibleText } from '../../forms/visible-text.tsx';

/** A value as it was signed, whole: for what Keystamp has no form for. Its length was bounded by the check. */
export function WholeJson({ value }: { readonly value: unknown }) {
  return (
    <div class="whole-json">
      <VisibleText text={JSON.stringify(value, null, 2) ?? ''} layout="lines" />
    </div>
  );
}
