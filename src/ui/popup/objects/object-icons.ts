import type { RecordKind } from '../../../protocol/fields.ts';
import type { IconName } from '../../components/icon.tsx';

/** The icon of each kind of record. */
export const OBJECT_ICONS: Readonly<Record<RecordKind, IconName>> = {
  wallet: 'wallet',
  walletAccount: 'coins',
  privateKey: 'key',
  privateKeyTag: 'tag',
  user: 'user',
  userTag: 'tag',
  apiKey: 'key',
  contractInterface: 'code',
  policy: 'shield',
  activity: 'history',
};
