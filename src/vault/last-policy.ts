// The organization's settings as the browser last provided them. After its own start, a browser can
// take a minute to provide them again (docs/platform.md, Managed settings). They're part of the
// authenticated vault, so that nobody who can write to the disk can lift them for that minute.
import * as v from 'valibot';
import type { ManagedPolicy } from '../protocol/managed-policy.ts';
import { readManaged } from '../protocol/read-managed-policy.ts';
import type { Item } from '../storage/area.ts';
import { readClearRecord, type ClearItems } from './clear-records.ts';
import type { VaultDocument } from './document.ts';

/** Name of the clear record. */
const LAST_POLICY_RECORD = 'managed-policy';

/** A policy is stored the way that administrators write one. */
const storedPolicy = v.pipe(
  v.unknown(),
  v.transform((raw): ManagedPolicy => readManaged(raw).policy),
);

export const createLastPolicyItem = (vault: ClearItems): Item<ManagedPolicy> =>
  vault.clearItem(LAST_POLICY_RECORD, storedPolicy);

/** The last policy of a document. Undefined if the browser hasn't provided any since it was made. */
export function readLastPolicy(document: VaultDocument): ManagedPolicy | undefined {
  const raw = readClearRecord(document, LAST_POLICY_RECORD);
  return raw === undefined ? undefined : readManaged(raw).policy;
}
