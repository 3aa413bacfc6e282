import { useState } from 'preact/hooks';
import { t } from '../i18n.ts';
import { Menu } from '../components/menu.tsx';
import { useStore } from './store.ts';
import { hashOf } from './routes.ts';

/** What is not worth a place in the bar. */
export function PopupMenu() {
  const { effects, go, route } = useStore();
  const [focused, setFocused] = useState<number | undefined>(undefined);
  return (
    <Menu
      label={t('popup.menu.label')}
      focused={focused}
      onFocus={setFocused}
      items={[
        {
          icon: 'search',
          label: t('app.place.operations'),
          act: () => go({ screen: 'operations' }),
        },
        {
          icon: 'history',
          label: t('app.place.activities'),
          act: () => go({ screen: 'activities' }),
        },
        {
          icon: 'external',
          label: t('popup.menu.tab'),
          act: () => void effects.openPage(hashOf(route.peek())),
        },
        { icon: 'gear', label: t('app.place.settings'), act: () => void effects.openPage() },
      ]}
    />
  );
}
