// The organization's settings as the browser last provided them. After its own start, a browser can
// take a minute to provide them again (docs/platform.md, Managed settings). They're part of the
// authenticated vault, so that nobody who can write to the disk can lift them for that minute.
import * as v from 'valibot';
import { autoLockMinutes } from '../protocol/app-state.ts';
import type { ManagedPolicy } from '../protocol/managed-policy.ts';
import type { Item } from '../storage/area.ts';
import { readClearRecord, type ClearItems } from './clear-records.ts';
import type { VaultDocument } from './document.ts';

/** Name of the clear record. */
const LAST_POLICY_RECORD = 'managed-policy';

const texts = v.array(v.string());
/** As it was read from the browser, which is where it is checked (read-managed-policy.ts). */
const storedPolicy: v.GenericSchema<unknown, ManagedPolicy> = v.strictObject({
  baseUrl: v.nullable(v.string()),
  organizationId: v.nullable(v.string()),
  importSigner: v.nullable(v.string()),
  allowedSites: v.nullable(texts),
  blockedSites: texts,
  passkeyOnly: texts,
  maxAutoLockMinutes: v.nullable(autoLockMinutes),
});

export const createLastPolicyItem = (vault: ClearItems): Item<ManagedPolicy> =>
  vault.clearItem(LAST_POLICY_RECORD, storedPolicy);

/** The last policy of a document. Undefined if the browser hasn't provided any since it was made. */
export function readLastPolicy(document: VaultDocument): ManagedPolicy | undefined {
  const parsed = v.safeParse(storedPolicy, readClearRecord(document, LAST_POLICY_RECORD));
  return parsed.success ? parsed.output : undefined;
}
