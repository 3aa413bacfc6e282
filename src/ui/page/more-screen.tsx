import { t } from '../i18n.ts';
import { Icon } from '../components/icon.tsx';
import { Screen, TopBar } from '../components/layout.tsx';
import { List, ListRow } from '../components/surfaces.tsx';
import { kindRow, RECORD_KINDS } from '../kinds.ts';
import { useStore } from './store.ts';
import { hashOf } from './routes.ts';
import { Tabs } from './tabs.tsx';

/** What has no tab: the other records, every operation, and Keystamp itself. */
export function MoreScreen() {
  const { effects, go, placement } = useStore();
  return (
    <Screen top={<TopBar title={t('popup.more.title')} focusTitle />} tabs={<Tabs />}>
      <List label={t('popup.more.manage')}>
        {RECORD_KINDS.filter((kind) => kindRow(kind).place === 'more').map((kind) => (
          <ListRow
            key={kind}
            lead={<Icon name={kindRow(kind).icon} />}
            href={hashOf({ screen: 'list', kind })}
            title={t(`app.place.${kind}`)}
          />
        ))}
        <ListRow
          lead={<Icon name="search" />}
          href={hashOf({ screen: 'operations' })}
          title={t('app.place.operations')}
        />
      </List>
      <List label={t('app.name')}>
        <ListRow
          lead={<Icon name="globe" />}
          onClick={() => go({ screen: 'sites' })}
          title={t('app.section.sites')}
        />
        {placement === 'popup' && (
          <ListRow
            lead={<Icon name="external" />}
            onClick={() => void effects.openPage(hashOf({ screen: 'home' }))}
            title={t('popup.more.tab')}
          />
        )}
        <ListRow
          lead={<Icon name="gear" />}
          onClick={() => go({ screen: 'keys' })}
          title={t('app.place.settings')}
        />
      </List>
    </Screen>
  );
}
