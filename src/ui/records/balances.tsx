import { useState } from 'preact/hooks';
import type { Asset } from '../../client/balances.ts';
import { EVM_CHAIN, type EvmChain } from '../../protocol/enums.ts';
import { Button } from '../components/button.tsx';
import { Skeleton } from '../components/states.tsx';
import { List, ListRow, Section } from '../components/surfaces.tsx';
import { assetText } from '../forms/amounts.ts';
import { ReadProblem } from '../forms/read-problem.tsx';
import { VisibleText } from '../forms/visible-text.tsx';
import { choiceWord } from '../forms/words.ts';
import { formatNumber, t } from '../i18n.ts';
import { useStore } from '../page/store.ts';
import { useAssets } from './account-assets.ts';
import { chainsOf, NetworkField } from './network-field.tsx';
import { useRecords } from './object-state.ts';

/** Strangers send tokens around: a few are shown before all are asked for. */
const FIRST = 6;

/** A token says its contract, which alone tells it from others of its name. */
function AssetRow({ asset }: { readonly asset: Asset }) {
  const { balance, contract } = asset;
  return (
    <ListRow
      title={assetText(balance, asset)}
      detail={contract !== undefined && <VisibleText text={contract} grouped />}
    />
  );
}

function AssetList({ assets, chain }: { assets: readonly Asset[]; chain: EvmChain }) {
  const [isWhole, setWhole] = useState(false);
  if (assets.length === 0) {
    return <p class="muted">{t('object.balances.none', { network: choiceWord(chain) })}</p>;
  }
  const shown = isWhole ? assets : assets.slice(0, FIRST);
  return (
    <>
      <List label={t('object.balances')}>
        {shown.map((asset) => (
          <AssetRow key={asset.id} asset={asset} />
        ))}
      </List>
      {shown.length < assets.length && (
        <Button onClick={() => setWhole(true)}>
          {t('object.balances.all', { count: formatNumber(assets.length) })}
        </Button>
      )}
      <p class="muted">{t('object.balances.word')}</p>
    </>
  );
}

/** What an account has, on the network that is chosen. */
export function Balances({ address }: { readonly address: string }) {
  const { profile } = useStore();
  const chains = profile.value ? chainsOf(profile.value) : EVM_CHAIN;
  const [chosen, choose] = useState<EvmChain | undefined>(undefined);
  const chain = chosen ?? chains[0] ?? EVM_CHAIN[0];
  const { assets, error, retry } = useAssets(useRecords(), { address, chain });
  return (
    <Section title={t('object.balances')}>
      <NetworkField {...{ chains, chain }} onChange={choose} />
      {error && <ReadProblem error={error} onRetry={retry} />}
      {!assets && !error && <Skeleton rows={1} />}
      {assets && <AssetList key={chain} {...{ assets, chain }} />}
    </Section>
  );
}
