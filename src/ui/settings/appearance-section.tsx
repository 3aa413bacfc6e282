import { useEffect, useState } from 'preact/hooks';
import type { Settings } from '../../protocol/app-state.ts';
import { LOCALES, t } from '../i18n.ts';
import { Radios } from '../components/choices.tsx';
import { Field } from '../components/field.tsx';
import { Select, Toggle } from '../components/inputs.tsx';
import { applySettings } from '../components/own-page.ts';
import { ErrorState } from '../components/states.tsx';
import { Card } from '../components/surfaces.tsx';
import { TabPage } from '../page/tab-page.tsx';
import { useTask } from '../components/task.ts';
import { acceptAnswer, useAppState, useTabStore } from '../page/tab-store.ts';

const THEMES = ['system', 'light', 'dark'] as const;
const CONTRASTS = ['system', 'more'] as const;
/** What to choose from, each language in its own words; the last one is for development. */
const LANGUAGES = ['system', ...LOCALES] as const;

/** The settings as shown, and a change to them that takes effect immediately. */
function useSettings() {
  const store = useTabStore();
  const { settings: saved } = useAppState();
  const task = useTask();
  // Shown before they are stored: a radio button must not jump back while the worker wakes up.
  const [unsaved, setUnsaved] = useState<Partial<Settings>>({});
  const settings = { ...saved, ...unsaved };
  const save = async (changes: Partial<Settings>) => {
    const merged = { ...settings, ...changes };
    setUnsaved({ ...unsaved, ...changes });
    applySettings(merged);
    const call = () => acceptAnswer(store, store.effects.client.call('settings_save', merged));
    if (!(await task.run(call))) applySettings(saved);
    setUnsaved({});
  };
  return { settings, save, error: task.error };
}

/** Whether the system shows what waits for the user's vote. It takes the browser's permission. */
function NotificationsCard({ settings, save }: Omit<ReturnType<typeof useSettings>, 'error'>) {
  const { effects } = useTabStore();
  const [isAllowed, setAllowed] = useState(true);
  useEffect(() => void effects.mayNotify().then(setAllowed), []);
  const change = async (notify: boolean) => {
    const isGranted = !notify || (await effects.requestNotifications());
    setAllowed(isGranted);
    if (isGranted) await save({ notify });
  };
  return (
    <Card title={t('options.notify.title')}>
      <Toggle
        checked={settings.notify && isAllowed}
        label={t('options.notify.label')}
        help={t('options.notify.help')}
        onChange={(checked) => void change(checked)}
      />
      {!isAllowed && settings.notify && <p class="note">{t('options.notify.refused')}</p>}
    </Card>
  );
}

/** Theme, contrast, notifications and language; each change takes effect immediately. */
export function AppearanceSection() {
  const store = useTabStore();
  const { settings, save, error } = useSettings();
  const languages = LANGUAGES.filter((value) => value !== 'en-XA' || store.effects.development);
  return (
    <TabPage title={t('app.section.appearance')}>
      {error && <ErrorState error={error} />}
      <Card title={t('options.appearance.title')}>
        <div class="form">
          <Field label={t('options.appearance.theme')} group>
            {(ids) => (
              <Radios
                {...ids}
                value={settings.theme}
                options={THEMES.map((value) => ({ value, label: t(`options.theme.${value}`) }))}
                onChange={(value) =>
                  void save({ theme: THEMES.find((theme) => theme === value) ?? 'system' })
                }
              />
            )}
          </Field>
          <Field label={t('options.appearance.contrast')} group>
            {(ids) => (
              <Radios
                {...ids}
                value={settings.contrast}
                options={CONTRASTS.map((value) => ({
                  value,
                  label: t(`options.contrast.${value}`),
                }))}
                onChange={(value) => void save({ contrast: value === 'more' ? 'more' : 'system' })}
              />
            )}
          </Field>
        </div>
      </Card>
      <NotificationsCard settings={settings} save={save} />
      <Card title={t('options.language.title')}>
        <Field label={t('options.language.label')} help={t('options.language.help')}>
          {(ids) => (
            <Select
              {...ids}
              value={languages.find((value) => value === settings.locale) ?? 'en'}
              options={languages.map((value) => ({
                value,
                label: t(`options.language.${value}`),
                lang: value === 'system' ? undefined : value,
              }))}
              onChange={(locale) => void save({ locale })}
            />
          )}
        </Field>
      </Card>
    </TabPage>
  );
}
