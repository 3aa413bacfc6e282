// Every operation's handler. A row without one doesn't compile.
import type { QueryRow, SubmitRow, Version } from '../../protocol/operation-row.ts';
import type { QueryName, SubmitName } from '../../protocol/operations.ts';
import type { Context, PreparedSubmit, QueryHandlers, SubmitHandlers } from '../context.ts';
import { activityQueries } from './activities.ts';
import { contractInterfaceQueries, contractInterfaceSubmits } from './contract-interfaces.ts';
import { apiKeyQueries, apiKeySubmits } from './api-keys.ts';
import { authenticatorQueries, authenticatorSubmits } from './authenticators.ts';
import { balanceQueries } from './balances.ts';
import { emailQueries } from './emails.ts';
import { ipAllowlistQueries, ipAllowlistSubmits } from './ip-allowlists.ts';
import { mfaPolicySubmits, mfaPolicyQueries } from './mfa-policies.ts';
import { onRampQueries, onRampSubmits } from './on-ramps.ts';
import { organizationQueries, organizationSubmits } from './organizations.ts';
import { policyQueries, policySubmits } from './policies.ts';
import { otpSubmits } from './otps.ts';
import { privateKeyQueries, privateKeySubmits } from './private-keys.ts';
import { sendQueries, sendSubmits } from './sends.ts';
import { sessionSubmits } from './sessions.ts';
import { signingSubmits } from './signing.ts';
import { tagQueries, tagSubmits } from './tags.ts';
import { userQueries, userSubmits } from './users.ts';
import { walletAccountQueries, walletAccountSubmits } from './wallet-accounts.ts';
import { walletQueries, walletSubmits } from './wallets.ts';

/** Votes do nothing of their own: they decide about another activity (consensus.ts). */
type VoteName = 'approve_activity' | 'reject_activity';

/** Handlers of the submits, by operation name. */
export const SUBMITS: SubmitHandlers<Exclude<SubmitName, VoteName>> = {
  ...apiKeySubmits,
  ...authenticatorSubmits,
  ...contractInterfaceSubmits,
  ...ipAllowlistSubmits,
  ...mfaPolicySubmits,
  ...onRampSubmits,
  ...organizationSubmits,
  ...otpSubmits,
  ...policySubmits,
  ...privateKeySubmits,
  ...sendSubmits,
  ...sessionSubmits,
  ...signingSubmits,
  ...tagSubmits,
  ...userSubmits,
  ...walletAccountSubmits,
  ...walletSubmits,
};

/** Handlers of the queries, by operation name. */
export const QUERIES: QueryHandlers<QueryName> = {
  ...activityQueries,
  ...apiKeyQueries,
  ...authenticatorQueries,
  ...balanceQueries,
  ...contractInterfaceQueries,
  ...emailQueries,
  ...ipAllowlistQueries,
  ...mfaPolicyQueries,
  ...onRampQueries,
  ...organizationQueries,
  ...policyQueries,
  ...privateKeyQueries,
  ...sendQueries,
  ...tagQueries,
  ...userQueries,
  ...walletAccountQueries,
  ...walletQueries,
};

type Submit<Result> = (values: unknown, context: Context, version: Version) => Promise<Result>;
type AnySubmit =
  | Submit<object>
  | { readonly prepare: Submit<PreparedSubmit<object>> }
  | {
      readonly check: (values: unknown, context: Context) => void;
      readonly effect: Submit<object>;
    };
type AnyQuery = (values: unknown, context: Context) => Promise<object>;

/** The handler of a row that is no vote. One of its versions must have parsed its values. */
export function submitHandlerOf(row: SubmitRow): AnySubmit {
  // The registry's derive step: a row's name is a key of the table above by that table's type.
  return SUBMITS[row.name as Exclude<SubmitName, VoteName>] as AnySubmit;
}

/** The handler of a row. The row's schema must have parsed its values. */
export function queryHandlerOf(row: QueryRow): AnyQuery {
  return QUERIES[row.name as QueryName] as AnyQuery;
}
