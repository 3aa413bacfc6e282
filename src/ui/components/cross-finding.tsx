import type { crossCheckAddresses } from '../../client/import/address-proof.ts';
import { t } from '../i18n.ts';
import { Badge, type Tone } from './surfaces.tsx';

type CrossCheck = ReturnType<typeof crossCheckAddresses>;
export type CrossFinding = CrossCheck['lines'][number]['finding'];

/** How much attention a verdict on addresses without their key asks for. */
export const CROSS_TONES: Readonly<Record<CrossCheck['verdict'], Tone>> = {
  consistent: 'info',
  cannot_check: 'neutral',
  mismatch: 'danger',
};

/** What the others say of one address. */
export const CrossFindingBadge = ({ finding: { kind } }: { readonly finding: CrossFinding }) => (
  <Badge tone={kind === 'mismatch' ? 'danger' : 'neutral'}>{t(`popup.cross.${kind}`)}</Badge>
);
