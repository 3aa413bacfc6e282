import * as v from 'valibot';
import { hashOf } from '../../page/routes.ts';
import { computed, signal } from '@preact/signals';
import type {
  AccountPlan,
  DerivedAccount,
  SealablePhrase,
} from '../../../client/import/sealable-phrase.ts';
import { ADDRESS_FORMAT, CURVE } from '../../../protocol/enums.ts';
import { WALLET_IMPORT } from '../../../protocol/operations.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { nextAccount } from '../../forms/accounts.ts';
import { itemDrafts } from '../../forms/draft.ts';
import { createFormSession, type FormSession } from '../../forms/form-session.ts';
import {
  createQuery,
  createRecords,
  readAccounts,
  readItems,
  type Records,
} from '../../records/records.ts';
import { createImport } from './import-runner.ts';
import type { ProcedureEffects } from '../procedure.ts';
import { createTypedPhrase } from './typed-phrase.ts';
import type { Values } from '../../../protocol/parse.ts';
import {
  proveAddresses,
  proveListedAccounts,
  type ListedAccount,
} from '../../../client/import/account-proof.ts';
import { recordKey } from '../../records/list-sources.ts';
import { t } from '../../i18n.ts';
import { resultOf, type ExistingRecord, type ImportSubject } from './run-import.ts';

/** The page's steps. */
export type PhraseStep = 'phrase' | 'accounts' | 'review' | 'run';

export type PhraseFlow = ReturnType<typeof createPhraseFlow>;
export type PhraseEffects = ProcedureEffects & {
  readonly now: () => number;
  readonly randomBytes: (length: number) => Uint8Array<ArrayBuffer>;
};

/** What the form asks for; the rest of the operation's parameters the page makes itself. */
const ASKED = ['walletName', 'accounts'];
/** A wallet starts with an account that most people want. */
const FIRST_CHAIN = 'ADDRESS_FORMAT_ETHEREUM';

function createAccountsForm(
  { client, now, randomId, randomBytes }: PhraseEffects,
  profile: Profile,
  draft: Values,
): FormSession {
  const records = createRecords({ query: createQuery(client, profile.id), now });
  return createFormSession(
    { records, randomId, randomBytes, save: () => undefined },
    {
      row: WALLET_IMPORT.finish,
      generation: profile.otpGeneration,
      self: undefined,
      saved: { draft, prerequisiteId: null },
      only: ASKED,
    },
  );
}

const Account = v.object({
  curve: v.picklist(CURVE),
  path: v.string(),
  addressFormat: v.picklist(ADDRESS_FORMAT),
});

/** The accounts of a form as far as they say what to derive, in its order. */
function plansOf(form: FormSession): readonly (AccountPlan | null)[] {
  return itemDrafts(form.draft.value['accounts']).map((draft) => {
    const plan = v.safeParse(Account, draft);
    return plan.success ? plan.output : null;
  });
}

const FIRST_DRAFT: Values = { walletName: '', accounts: [{ ...nextAccount(FIRST_CHAIN, []) }] };

const hrefOf = (id?: string): string =>
  hashOf(id === undefined ? { screen: 'home' } : { screen: 'object', kind: 'wallet', id });

/**
 * One import of a wallet, from typing its recovery phrase to verifying its addresses. `typed` holds the
 * phrase's bytes; call `leave` to wipe them before dropping the flow.
 */
export function createPhraseFlow(effects: PhraseEffects, initialProfile: Profile) {
  const step = signal<PhraseStep>('phrase');
  const typed = createTypedPhrase();
  const form = signal(createAccountsForm(effects, initialProfile, FIRST_DRAFT));
  const importing = createImport(effects, initialProfile, {
    forget: typed.forget,
    clear: (profile) => {
      form.value = createAccountsForm(effects, profile, FIRST_DRAFT);
      step.value = 'phrase';
    },
    move: (next) => {
      form.value = createAccountsForm(effects, next, form.peek().draft.peek());
    },
  });

  const derived = computed<readonly (DerivedAccount | null)[]>(() => {
    const phrase = typed.held.value;
    const plans = plansOf(form.value);
    return phrase ? plans.map((plan) => plan && phrase.derive(plan)) : [];
  });

  async function start(): Promise<void> {
    const phrase = typed.held.peek();
    const check = importing.userCheck.peek();
    const ready = form.peek().ready.peek();
    if (!phrase || !check || !ready) return;
    const accounts = derived.peek().filter((account) => account !== null);
    step.value = 'run';
    const { parameters } = ready;
    const subject = walletSubject(form.peek(), { phrase, accounts, parameters });
    await importing.carryOut(check, subject, phrase);
  }

  return {
    texts: 'phrase' as const,
    step,
    ...typed,
    ...importing,
    form,
    derived,
    start,
    /** Back to what can be changed after a refusal. */
    change: () => void (step.value = 'accounts'),
    hrefOf,
  };
}

/** A wallet to import, as reviewed. */
type WalletToImport = {
  readonly phrase: SealablePhrase;
  /** Derived before the phrase is encrypted, in the order of the parameters. */
  readonly accounts: readonly DerivedAccount[];
  /** Name and accounts as the service takes them. */
  readonly parameters: Values;
};

/** The service's message for a known phrase (docs/protocol.md, Importing the same key again). */
const ALREADY_IMPORTED = /seed for wallet ([0-9a-f-]{36}) already imported/i;

/** The import of a wallet by its recovery phrase. */
function walletSubject(
  records: Records,
  { phrase, accounts, parameters }: WalletToImport,
): ImportSubject {
  return {
    ...WALLET_IMPORT,
    purposes: {
      begin: t('phrase.run.whyBegin'),
      finish: t('phrase.run.whySend', { name: String(parameters['walletName']) }),
    },
    seal: phrase.seal,
    parameters: (userId, encryptedBundle) => ({ userId, encryptedBundle, ...parameters }),
    prove: (entry) => {
      const { walletId: id, addresses } = resultOf(WALLET_IMPORT.finish, entry);
      return { id, ...proveAddresses(accounts, addresses) };
    },
    findExisting: (message) => findExistingWallet(records, accounts, message),
  };
}

async function findExistingWallet(
  records: Records,
  accounts: readonly DerivedAccount[],
  serviceMessage: string,
): Promise<ExistingRecord | null> {
  const id = ALREADY_IMPORTED.exec(serviceMessage)?.[1]?.toLowerCase();
  if (id === undefined) return null;
  try {
    const [wallet] = await readItems(records, recordKey('wallet', id));
    if (!wallet) return { id, listed: null };
    // The phrase is encrypted and forgotten: only the accounts that were asked for can be compared.
    const derive = ({ curve, path, addressFormat }: ListedAccount) =>
      accounts.find(
        (one) => one.curve === curve && one.path === path && one.addressFormat === addressFormat,
      );
    const proof = proveListedAccounts(derive, await readAccounts(records, id));
    return { id, listed: { name: wallet.name, ...proof } };
  } catch {
    return { id, listed: null };
  }
}
