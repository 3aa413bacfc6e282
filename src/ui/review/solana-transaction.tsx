import type { ComponentChildren } from 'preact';
import type {
  SolanaAccount,
  SolanaStep,
  SolanaTokens,
  SolanaTransaction,
} from '../../client/signing.ts';
import { hexOf } from '../../signing/hex.ts';
import { highestSolanaFee } from '../../signing/solana-steps.ts';
import { Banner } from '../components/surfaces.tsx';
import { DescriptionList } from '../components/values.tsx';
import { OwnerBadge, useOwners, type AddressOwners } from '../forms/address-owners.tsx';
import { unitsText } from '../forms/amounts.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { formatNumber, t } from '../i18n.ts';
import type { Records } from '../records/records.ts';
import { LongText } from './long-text.tsx';

/* A transaction of Solana: each step in words, what nobody can read of it first, and what it says as a whole. */

type Rows = (readonly [label: string, value: ComponentChildren])[];

const SOL_DECIMALS = 9;
const MAX_U64 = 2n ** 64n - 1n;
/** How many accounts of a step that can't be read are drawn. */
const MAX_DRAWN = 64;

const solText = (lamports: bigint) => `${unitsText(lamports, SOL_DECIMALS)} SOL`;

const Key = ({ text }: { readonly text: string }) => <VisibleText text={text} grouped />;

/** An account, and whose it is where that was looked for. */
function AccountText(props: {
  readonly account: SolanaAccount;
  readonly found?: AddressOwners['found'];
}) {
  const { key, lookup } = props.account;
  if (lookup) {
    const index = formatNumber(lookup.index);
    return <VisibleText text={t('signing.solana.lookedUp', { index, table: lookup.table })} />;
  }
  return (
    <>
      <Key text={key ?? ''} />
      <OwnerBadge search={props.found?.[key ?? '']} />
    </>
  );
}

/** Those that may be somebody's own: accounts of a token aren't their owners' addresses. */
function ownersIn(step: SolanaStep): readonly SolanaAccount[] {
  switch (step.is) {
    case 'transfer':
      return [step.from, step.to];
    case 'create':
      return [step.from];
    case 'open':
      return [step.from, step.owner];
    case 'approve':
    case 'close':
      return [step.to];
    default:
      return [];
  }
}

function tokenRows({ amount, mint, decimals }: SolanaTokens): Rows {
  const token = mint ? <AccountText account={mint} /> : t('signing.solana.token.unsaid');
  const text =
    decimals === undefined
      ? t('signing.transfer.units', { amount: amount.toString() })
      : unitsText(amount, decimals);
  return [
    [t('signing.transfer.amount'), text],
    [t('signing.solana.token'), token],
  ];
}

/** What somebody may take: of the largest number there is, all. */
function takenRows(tokens: SolanaTokens): Rows {
  const [amount, token] = tokenRows(tokens);
  const [, text] = amount ?? [];
  const most = tokens.amount === MAX_U64 ? t('signing.right.unlimited') : text;
  return [[t('signing.right.most'), most], ...(token ? [token] : [])];
}

type Step<K extends SolanaStep['is']> = Extract<SolanaStep, { is: K }>;

function stepRows(step: SolanaStep, found: AddressOwners['found']): Rows {
  const row = (label: string, account: SolanaAccount) =>
    [label, <AccountText {...{ account, found }} />] as const;
  const amount = (lamports: bigint) => [t('signing.amount'), solText(lamports)] as const;
  const program = (key: string) => [t('signing.solana.program'), <Key text={key} />] as const;
  const account = 'account' in step ? [row(t('signing.solana.account'), step.account)] : [];
  switch (step.is) {
    case 'transfer':
      return [
        row(t('signing.solana.from'), step.from),
        row(t('signing.to'), step.to),
        amount(step.amount),
      ];
    case 'create':
      return [
        row(t('signing.solana.from'), step.from),
        ...account,
        amount(step.amount),
        program(step.program),
      ];
    case 'assign':
      return [...account, program(step.program)];
    case 'token-transfer':
      return [
        row(t('signing.solana.from'), step.from),
        row(t('signing.solana.toTokens'), step.to),
        ...tokenRows(step.tokens),
        row(t('signing.solana.owner'), step.owner),
        ...step.signers.map((signer) => row(t('signing.solana.signer'), signer)),
      ];
    case 'approve':
      return [...account, row(t('signing.right.spender'), step.to), ...takenRows(step.tokens)];
    case 'authority':
      return [...account, [t('signing.solana.authority.to'), authorityText(step)]];
    case 'close':
      return [...account, row(t('signing.solana.rest'), step.to)];
    case 'burn':
      return [...account, ...tokenRows(step.tokens)];
    case 'mint':
      return [row(t('signing.solana.toTokens'), step.to), ...tokenRows(step.tokens)];
    case 'open':
      return [
        ...account,
        row(t('signing.solana.owner'), step.owner),
        row(t('signing.solana.token'), step.mint),
        row(t('signing.solana.payer'), step.from),
      ];
    case 'nonce':
      return [...account, row(t('signing.solana.owner'), step.owner)];
    case 'memo':
      return [[t('signing.text'), <VisibleText text={step.text} layout="lines" />]];
    case 'unread':
      return [program(step.instruction.program)];
    default:
      return account;
  }
}

const authorityText = ({ to }: Step<'authority'>) =>
  to === undefined ? t('signing.solana.authority.none') : <Key text={to} />;

/** All that a step has which nobody here reads: who takes part in it, and its bytes. */
function UnreadStep({ instruction }: Pick<Step<'unread'>, 'instruction'>) {
  const { accounts, data } = instruction;
  const count = accounts.length - MAX_DRAWN;
  const rows = accounts
    .slice(0, MAX_DRAWN)
    .map(
      (one) => [t(`signing.solana.role.${roleOf(one)}`), <AccountText account={one} />] as const,
    );
  return (
    <>
      <DescriptionList rows={rows} />
      {count > 0 && <p class="note">{t('signing.more', { count })}</p>}
      <LongText label={t('signing.data')} text={hexOf(data)} isMono />
    </>
  );
}

function roleOf({ isSigner, isWritable }: SolanaAccount) {
  if (isSigner) return isWritable ? 'signerWritable' : 'signer';
  return isWritable ? 'writable' : 'readonly';
}

/** What is said before all else, each once. */
const WARNED = ['unread', 'assign', 'authority', 'approve', 'close'] as const;

function Warnings({ transaction }: { readonly transaction: SolanaTransaction }) {
  const kinds = new Set(transaction.steps.map(({ is }) => is));
  return (
    <>
      {WARNED.filter((kind) => kinds.has(kind)).map((kind) => (
        <Banner
          key={kind}
          tone={kind === 'close' ? 'warn' : 'danger'}
          live={false}
          title={t(kind === 'approve' ? 'signing.right' : `signing.solana.warn.${kind}`)}
        >
          {t(`signing.solana.warn.${kind}.text`)}
        </Banner>
      ))}
      {transaction.lookups.length > 0 && (
        <Banner tone="warn" live={false} title={t('signing.solana.warn.lookups')}>
          {t('signing.solana.warn.lookups.text')}
        </Banner>
      )}
    </>
  );
}

function wholeRows(transaction: SolanaTransaction, signer: string): Rows {
  const { signers, missing, steps, lookups, blockhash } = transaction;
  const others = missing.filter((key) => key !== signer);
  const keys = (all: readonly string[]) =>
    all.map((key) => (
      <div key={key}>
        <Key text={key} />
      </div>
    ));
  const isDurable = steps[0]?.is === 'nonce';
  return [
    [t('signing.network'), t('signing.solana.network')],
    [t('signing.fee'), solText(highestSolanaFee(transaction))],
    [t('signing.solana.payer'), keys(signers.slice(0, 1))],
    ...(others.length > 0 ? ([[t('signing.solana.missing'), keys(others)]] as const) : []),
    ...(lookups.length > 0
      ? ([[t('signing.solana.tables'), keys(lookups.map(({ table }) => table))]] as const)
      : []),
    [
      t('signing.solana.until'),
      t(isDurable ? 'signing.solana.until.nonce' : 'signing.solana.until.recent'),
    ],
    [t(isDurable ? 'signing.nonce' : 'signing.solana.blockhash'), <Key text={blockhash} />],
  ];
}

export function SolanaReview(props: {
  readonly transaction: SolanaTransaction;
  readonly signer: string;
  readonly records: Pick<Records, 'findOwner'>;
}) {
  const { transaction, signer, records } = props;
  const shown = transaction.steps.filter(({ is }) => is !== 'budget');
  const owners = new Set(shown.flatMap(ownersIn).flatMap(({ key }) => key ?? []));
  const { found } = useOwners(
    records,
    [...owners].map((key) => [key, key] as const),
  );
  return (
    <>
      <Warnings transaction={transaction} />
      {shown.length === 0 && <p>{t('signing.solana.nothing')}</p>}
      {shown.map((step, at) => (
        <section key={at} class="stack-near">
          <h3>
            {t('signing.solana.step', {
              number: formatNumber(at + 1),
              what: t(`signing.solana.${step.is === 'budget' ? 'nothing' : step.is}`),
            })}
          </h3>
          <DescriptionList rows={stepRows(step, found)} />
          {step.is === 'unread' && <UnreadStep instruction={step.instruction} />}
          {step.is === 'token-transfer' && <p class="note">{t('signing.solana.tokenAccount')}</p>}
        </section>
      ))}
      <section class="stack-near">
        <h3>{t('signing.solana.whole')}</h3>
        <DescriptionList rows={wholeRows(transaction, signer)} />
      </section>
    </>
  );
}
