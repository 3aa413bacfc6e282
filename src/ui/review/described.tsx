import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import {
  describeMessage,
  type Call,
  type Description,
  type Leaf,
  type Shown,
} from '../../client/clear-signing/on-demand.ts';
import type { TypedData } from '../../client/signing.ts';
import { Banner } from '../components/surfaces.tsx';
import { DescriptionList } from '../components/values.tsx';
import { OwnerBadge, useOwners } from '../forms/address-owners.tsx';
import { visibleText } from '../forms/visible.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { formatDateTime, t } from '../i18n.ts';
import type { Records } from '../records/records.ts';
import { chainText } from './chain-text.ts';

/* A call or message in the words of somebody's descriptor: who described it, what they say, and what they leave out. */

type Finder = Pick<Records, 'findOwner'>;

/** What describes something; null until that is known, undefined where nothing does. */
export function useDescription(
  key: string,
  ask: () => Promise<Description | undefined>,
): Description | undefined | null {
  const [answer, setAnswer] = useState<{ readonly key: string; readonly is?: Description }>();
  useEffect(() => {
    let isStopped = false;
    const show = (is?: Description) => isStopped || setAnswer({ key, ...(is && { is }) });
    // A file that can't be read describes nothing.
    ask().then(show, () => show());
    return () => {
      isStopped = true;
    };
  }, [key]);
  return answer?.key === key ? answer.is : null;
}

function ShownAddress({
  address,
  name,
  records,
}: {
  readonly address: string;
  readonly name: string | undefined;
  readonly records: Finder;
}) {
  const { found } = useOwners(records, [['shown', address]]);
  return (
    <>
      <VisibleText text={address} grouped />
      {name !== undefined && (
        <p class="note">{t('signing.described.name', { name: visibleText(name) })}</p>
      )}
      <OwnerBadge search={found['shown']} />
    </>
  );
}

/** Bytes and texts that are longer scroll in a box of their own. */
const MAX_INLINE_LENGTH = 300;

function Text({ text, label }: { readonly text: string; readonly label: string }) {
  if (text === '') return <span class="muted">{t('signing.empty')}</span>;
  if (text.length <= MAX_INLINE_LENGTH) return <VisibleText text={text} layout="lines" grouped />;
  return (
    <div class="long-text mono" tabIndex={0} role="region" aria-label={label}>
      <VisibleText text={text} layout="lines" />
    </div>
  );
}

/** In one line, as a part of a sentence. */
function inlineText(shown: Shown): string {
  switch (shown.is) {
    case 'text':
      return shown.text;
    case 'units':
      return t('signing.transfer.units', { amount: shown.amount });
    case 'date':
      return formatDateTime(shown.seconds * 1000);
    case 'chain':
      return chainText(shown.chainId);
    case 'address':
      return shown.name ?? shown.address;
    case 'call':
      return t('signing.described.call');
  }
}

type DrawCall = (call: Call) => ComponentChildren;

function DescribedValue(props: {
  readonly shown: Shown;
  readonly label: string;
  readonly records: Finder;
  readonly drawCall: DrawCall;
}) {
  const { shown, label, records, drawCall } = props;
  if (shown.is === 'address') return <ShownAddress {...shown} records={records} />;
  if (shown.is === 'call') return <div class="stack-near">{drawCall(shown.call)}</div>;
  return <Text text={inlineText(shown)} label={label} />;
}

function Hidden({ hidden }: { readonly hidden: readonly Leaf[] }) {
  if (hidden.length === 0) return null;
  const rows = hidden.map(({ place, text }) => {
    const label = visibleText(place);
    return [label, <Text key={place} text={text} label={label} />] as const;
  });
  return (
    <>
      <Banner tone="warn" live={false} title={t('signing.described.hidden')}>
        {t('signing.described.hidden.text')}
      </Banner>
      <DescriptionList rows={rows} />
    </>
  );
}

/** The name of whose contract it is, by the descriptor's own word. */
function claimedOwner({ descriptor: { metadata } }: Description): string | undefined {
  const names = [metadata.contractName, metadata.owner].filter((name) => name !== undefined);
  return names.length === 0 ? undefined : names.join(' · ');
}

/** Whose word it is. */
function wordsOf({ attestedBy, source }: Description): readonly [title: string, text: string] {
  if (attestedBy !== undefined) {
    const title = t('signing.described.attested', { signer: attestedBy });
    return [title, t('signing.described.attested.text')];
  }
  const title = t(source === 'settings' ? 'signing.described.settings' : 'signing.described');
  return [title, t('signing.described.text')];
}

/** A description with where it comes from. `drawCall` draws a call within. */
export function Described(props: {
  readonly description: Description;
  readonly records: Finder;
  readonly drawCall: DrawCall;
}) {
  const { description, ...rest } = props;
  const { intent, rows, more, hidden } = description;
  const owner = claimedOwner(description);
  const [title, text] = wordsOf(description);
  return (
    <section class="stack-near" aria-label={title}>
      <h3>{title}</h3>
      <p class="note">{text}</p>
      <div class="preview">
        <div class="preview-head">
          {intent.map((piece, at) => (
            // Pieces end with the spaces between them.
            <VisibleText
              key={at}
              text={typeof piece === 'string' ? piece : inlineText(piece)}
              layout="lines"
            />
          ))}
        </div>
        <div class="decoded stack-near">
          <DescriptionList
            rows={[
              ...rows.map(({ label, value }, at) => {
                const words = visibleText(label);
                const drawn = <DescribedValue key={at} shown={value} label={words} {...rest} />;
                return [words, drawn] as const;
              }),
              ...(owner === undefined
                ? []
                : ([[t('signing.claims'), <VisibleText text={owner} />]] as const)),
            ]}
          />
          {more > 0 && <p class="note">{t('signing.more', { count: more })}</p>}
          <Hidden hidden={hidden} />
        </div>
      </div>
    </section>
  );
}

/** What describes typed data, if anything does: all its values stand below. */
export function DescribedMessage(props: {
  readonly typedData: TypedData;
  readonly records: Finder;
  readonly drawCall: DrawCall;
}) {
  const { typedData, ...rest } = props;
  const key = typedData.digest.join();
  const description = useDescription(key, () => describeMessage(typedData));
  return description ? <Described description={description} {...rest} /> : null;
}
