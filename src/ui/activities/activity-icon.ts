import type { SubmitRow } from '../../protocol/operation-row.ts';
import type { IconName } from '../components/icon.tsx';
import { kindRow } from '../kinds.ts';

/** What is done, where that says more than what it is done to. */
const ACTION_ICONS: Readonly<Record<string, IconName>> = {
  DELETE: 'trash',
  EXPORT: 'up',
  IMPORT: 'import',
  SIGN: 'pencil',
};

/** What it is done to, where that is no kind of record. */
const RESOURCE_ICONS: Readonly<Record<string, IconName>> = {
  CREDENTIAL: 'passkey',
  FIAT_TRANSACTION: 'coins',
  MFA_POLICY: 'shield',
  OTP: 'mail',
};

/** The icon of an activity: what policies see of its operation says it, or the kind of its first record. */
export function activityIcon(row: SubmitRow | undefined): IconName {
  if (!row) return 'history';
  if (row.vote) return row.vote === 'approve' ? 'check' : 'close';
  const { policy, creates } = row;
  const facts = typeof policy === 'object' ? policy : undefined;
  const byAction = ACTION_ICONS[facts?.action ?? ''];
  if (byAction) return byAction;
  if (creates) return kindRow(creates).icon;
  const byResource = RESOURCE_ICONS[facts?.resource ?? ''];
  if (byResource) return byResource;
  const [picked] = Object.values(row.versions[0].fields).flatMap(({ control }) =>
    control.kind === 'pick' ? [control.recordKind] : [],
  );
  return picked ? kindRow(picked).icon : 'shield';
}
