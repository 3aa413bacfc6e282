import { LOGO_KEY, LOGO_OUTLINE } from './logo-path.ts';

/** The logo: a key on a postage stamp. Decorative, because the name is next to it. */
export function Logo({ size = 24 }: { readonly size?: number }) {
  return (
    <svg class="stamp" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path class="stamp-paper" d={LOGO_OUTLINE} />
      <path class="stamp-key" fill-rule="evenodd" d={LOGO_KEY} />
    </svg>
  );
}
