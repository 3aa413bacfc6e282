import type { RecordKind } from '../../protocol/fields.ts';

/** Every kind of record that can be picked. */
export const SOURCES = [
  'wallet',
  'walletAccount',
  'user',
  'userTag',
  'apiKey',
  'privateKey',
  'privateKeyTag',
  'contractInterface',
  'policy',
  'activity',
] as const satisfies readonly RecordKind[];
