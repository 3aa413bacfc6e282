import * as v from 'valibot';
import type { ListedAccount } from '../../../client/import/account-proof.ts';
import type {
  ExportedSecret,
  KnownKey,
  ReadSecret,
} from '../../../client/export/exported-secret.ts';
import type { SubmitRow } from '../../../protocol/operation-row.ts';
import { EXPORTS } from '../../../protocol/operations.ts';
import type { EntryView } from '../../../protocol/outbox-entry.ts';
import { KeystampError } from '../../../protocol/errors.ts';
import {
  privateKey as privateKeyRecord,
  walletAccount,
} from '../../../protocol/service-records.ts';
import { partsKey, recordKey } from '../../records/list-sources.ts';
import { isSameId } from '../../records/pickable-records.ts';
import { resultOf } from '../import/run-import.ts';
import { readAccounts, readItems, type Records } from '../../records/records.ts';
import type { ExportPlace } from '../../page/routes.ts';

/** What is exported: its operation, what the answer must name, and what the plaintext must be. */
export type ExportSubject = {
  readonly place: ExportPlace;
  readonly row: SubmitRow;
  /** Its name, or an account's address. */
  readonly name: string;
  /** An account's path. */
  readonly path?: string;
  readonly parameters: (targetPublicKey: string, language: string) => Record<string, unknown>;
  /** The bundle in the answer, or undefined if the answer is for something else. */
  readonly bundleOf: (entry: EntryView) => string | undefined;
  /** Takes the plaintext, and wipes it if it isn't what was asked for. */
  readonly read: (plaintext: Uint8Array<ArrayBuffer>) => Promise<ReadSecret<ExportedSecret>>;
};

/** The record to export, read now. Undefined if there is none. Throws the errors of reading. */
export async function findSubject(
  records: Records,
  place: ExportPlace,
): Promise<ExportSubject | undefined> {
  switch (place.kind) {
    case 'wallet':
      return findWallet(records, place);
    case 'walletAccount':
      return findAccount(records, place);
    case 'privateKey':
      return findPrivateKey(records, place);
  }
}

/** The code that opens secrets, with all chains: only a page that exports loads it. */
const reader = () => import('../../../client/export/exported-secret.ts');

async function findWallet(
  records: Records,
  place: ExportPlace,
): Promise<ExportSubject | undefined> {
  const [wallet] = await readItems(records, recordKey('wallet', place.id));
  if (!wallet) return undefined;
  const accounts: readonly ListedAccount[] = await readAccounts(records, place.id);
  const row = EXPORTS.wallet;
  return {
    place,
    row,
    name: wallet.name,
    parameters: (targetPublicKey, language) => ({
      walletId: place.id,
      targetPublicKey,
      ...(language !== '' && { language }),
    }),
    bundleOf: (entry) => {
      const { walletId, exportBundle } = resultOf(row, entry);
      return isSameId(walletId, place.id) ? exportBundle : undefined;
    },
    read: async (plaintext) => (await reader()).readExportedPhrase(plaintext, accounts),
  };
}

async function findAccount(
  records: Records,
  place: ExportPlace,
): Promise<ExportSubject | undefined> {
  const items = await readItems(records, partsKey('walletAccount', place.within ?? ''));
  const item = items.find(({ id }) => id === place.id);
  if (!item) return undefined;
  const account = v.safeParse(walletAccount, item.record);
  if (!account.success) throw new KeystampError('service_malformed');
  const { address, addressFormat, curve, path, publicKey } = account.output;
  const row = EXPORTS.walletAccount;
  const known: KnownKey = { curve, publicKey, addresses: [{ format: addressFormat, address }] };
  return {
    place,
    row,
    name: address,
    path,
    parameters: (targetPublicKey) => ({ address, targetPublicKey }),
    bundleOf: (entry) => {
      const answer = resultOf(row, entry);
      return answer.address === address ? answer.exportBundle : undefined;
    },
    read: async (plaintext) => (await reader()).readExportedKey(plaintext, known),
  };
}

async function findPrivateKey(
  records: Records,
  place: ExportPlace,
): Promise<ExportSubject | undefined> {
  const [item] = await readItems(records, recordKey('privateKey', place.id));
  if (!item) return undefined;
  const key = v.safeParse(privateKeyRecord, item.record);
  if (!key.success) throw new KeystampError('service_malformed');
  const row = EXPORTS.privateKey;
  return {
    place,
    row,
    name: key.output.privateKeyName,
    parameters: (targetPublicKey) => ({ privateKeyId: place.id, targetPublicKey }),
    bundleOf: (entry) => {
      const { privateKeyId, exportBundle } = resultOf(row, entry);
      return isSameId(privateKeyId, place.id) ? exportBundle : undefined;
    },
    read: async (plaintext) => (await reader()).readExportedKey(plaintext, key.output),
  };
}
