import { useMemo, useState } from 'preact/hooks';
import type { RecordKind } from '../../protocol/fields.ts';
import { t } from '../i18n.ts';
import { TextInput } from '../components/inputs.tsx';
import { Icon } from '../components/icon.tsx';
import { Screen, TopBar, usePane } from '../components/layout.tsx';
import { EmptyState, Skeleton } from '../components/states.tsx';
import { List, ListRow } from '../components/surfaces.tsx';
import type { Item, Items as KnownItems } from './pickable-records.ts';
import { ReadProblem } from '../forms/read-problem.tsx';
import { VisibleText } from '../forms/visible-text.tsx';
import { nameText } from '../forms/words.ts';
import { AsOf } from '../components/as-of.tsx';
import { useStore } from '../page/store.ts';
import { hashOf, parentOf } from '../page/routes.ts';
import { LazyFirstSteps } from '../page/home-screen.tsx';
import { Tabs } from '../page/tabs.tsx';
import { TimingBanners } from '../review/timing-banners.tsx';
import { CreateLinks } from './create-links.tsx';
import { PolicyWords } from './lazy-policy.ts';
import { PrivateKeyLine } from './private-key-screen.tsx';
import { detailsOf, searchTextOf } from './record-members.ts';
import { ObjectRow, RecordLead } from './object-row.tsx';
import { kindRow, MAX_WITH_PARTS, readTableKind } from '../kinds.ts';
import { GrowingList } from './growing-list.tsx';
import { oldestOf, useList, useRecords } from './object-state.ts';
import { WalletAddressCopy } from './account-row.tsx';
import { WalletAccounts } from './wallet-accounts.tsx';
import { filterTyped } from '../components/typed-text.ts';

/** A list this short needs no search. */
const MIN_SEARCH = 8;

/** The records of a kind, those first that come first on the home screen. */
function useOrdered(kind: RecordKind, items: KnownItems | undefined): readonly Item[] | undefined {
  const store = useStore();
  const first = store.homeItems(kind);
  return useMemo(() => {
    if (!items) return undefined;
    const recent = first.flatMap(({ id }) => items.get(id) ?? []);
    return [...new Set([...recent, ...items.values()])];
  }, [items]);
}

/** The second line of a record. */
function RowDetail(props: {
  readonly kind: RecordKind;
  readonly item: Item;
  /** The list is short enough for reading more of each record. */
  readonly isShort: boolean;
}) {
  const { kind, item, isShort } = props;
  if (kindRow(kind).listsParts && isShort) return <WalletAccounts walletId={item.id} />;
  if (kind === 'policy') return <PolicyWords item={item} />;
  if (kind === 'privateKey') return <PrivateKeyLine item={item} />;
  return <VisibleText text={detailsOf(kind, item).join(' · ')} />;
}

function Items({ kind, items }: { readonly kind: RecordKind; readonly items: readonly Item[] }) {
  const [typed, setTyped] = useState('');
  const shown = useMemo(
    () => filterTyped(items, typed, (item) => searchTextOf(kind, item)),
    [items, typed],
  );
  const list = t(`app.place.${kind}`);
  if (items.length === 0)
    return <EmptyState icon={kindRow(kind).icon} title={t('object.list.empty')} />;
  return (
    <>
      {items.length >= MIN_SEARCH && (
        <TextInput
          type="search"
          value={typed}
          onInput={setTyped}
          placeholder={t('object.list.search', { list })}
          aria-label={t('object.list.search', { list })}
        />
      )}
      {shown.length === 0 ? (
        <EmptyState icon="search" title={t('app.noMatch', { text: typed })} />
      ) : (
        <GrowingList
          label={list}
          items={shown}
          draw={(item) => (
            <ObjectRow
              key={item.id}
              lead={<RecordLead kind={kind} name={item.name} />}
              place={{ kind, id: item.id }}
              title={<VisibleText text={nameText(item.name)} />}
              detail={
                <RowDetail kind={kind} item={item} isShort={items.length <= MAX_WITH_PARTS} />
              }
              trail={
                kindRow(kind).listsParts &&
                items.length <= MAX_WITH_PARTS && <WalletAddressCopy walletId={item.id} />
              }
            />
          )}
        />
      )}
    </>
  );
}

/** To the same records as a table, where there is room for it. */
function TableLink({ kind }: { readonly kind: RecordKind }) {
  const isPane = usePane() !== undefined;
  const tableKind = readTableKind(kind);
  if (!isPane || !tableKind) return null;
  return (
    <a
      class="icon-button"
      href={hashOf({ screen: 'table', kind: tableKind })}
      aria-label={t('table.open')}
      title={t('table.open')}
    >
      <Icon name="table" />
    </a>
  );
}

/** All records of a kind, to search and open. */
export function ListScreen({ kind }: { readonly kind: RecordKind }) {
  const store = useStore();
  const { items, error, retry } = useList(kind);
  const all = useOrdered(kind, items);
  const asOf = oldestOf(useRecords(), (key) => key === kind);
  const hasParent = parentOf({ screen: 'list', kind }) !== undefined;
  return (
    <Screen
      top={
        <TopBar title={t(`app.place.${kind}`)} {...(hasParent && { back: store.back })} focusTitle>
          <CreateLinks kind={kind} />
          <TableLink kind={kind} />
        </TopBar>
      }
      tabs={<Tabs />}
    >
      <TimingBanners profileId={store.profile.value?.id} />
      {kindRow(kind).place === 'home' && <LazyFirstSteps />}
      {error && <ReadProblem error={error} onRetry={retry} />}
      {!all && !error && <Skeleton rows={6} />}
      {all && <Items kind={kind} items={all} />}
      {kind === 'apiKey' && (
        <List label={t('popup.keysHere')}>
          <ListRow
            lead={<Icon name="key" />}
            onClick={() => store.go({ screen: 'keys' })}
            title={t('popup.keysHere')}
            detail={t('object.apiKeys.hereWhat')}
          />
        </List>
      )}
      <AsOf at={asOf} />
    </Screen>
  );
}
