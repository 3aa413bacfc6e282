import { useState } from 'preact/hooks';
import type { Settings } from '../../protocol/state.ts';
import { LOCALES, t } from '../i18n.ts';
import { Radios } from '../kit/choices.tsx';
import { Field } from '../kit/field.tsx';
import { Select } from '../kit/inputs.tsx';
import { showSettings } from '../kit/page.ts';
import { ErrorState } from '../kit/states.tsx';
import { Card } from '../kit/surfaces.tsx';
import { Section } from './section.tsx';
import { change, useAppState, useStore, useTask } from './store.ts';

const THEMES = ['system', 'light', 'dark'] as const;
const CONTRASTS = ['system', 'more'] as const;

/** The settings as shown, and a change of them that holds at once. */
function useSettings() {
  const store = useStore();
  const { settings: saved } = useAppState();
  const task = useTask();
  // Shown before it is stored: a radio button must not spring back while the worker wakes up.
  const [chosen, setChosen] = useState<Partial<Settings>>({});
  const settings = { ...saved, ...chosen };
  const save = async (next: Partial<Settings>) => {
    const all = { ...settings, ...next };
    setChosen({ ...chosen, ...next });
    showSettings(all);
    const call = () => change(store, store.effects.client.call('settings_save', all));
    if (!(await task.run(call))) showSettings(saved);
    setChosen({});
  };
  return { settings, save, error: task.error };
}

/** Theme, contrast and language; each change holds at once. */
export function AppearanceSection() {
  const store = useStore();
  const { settings, save, error } = useSettings();
  const languages = store.effects.development ? LOCALES : LOCALES.slice(0, 1);
  return (
    <Section title={t('options.section.appearance')}>
      {error && <ErrorState error={error} />}
      <Card title={t('options.look.title')}>
        <div class="form">
          <Field label={t('options.look.theme')} group>
            {(ids) => (
              <Radios
                {...ids}
                value={settings.theme}
                options={THEMES.map((value) => ({ value, label: t(`options.theme.${value}`) }))}
                onChange={(value) =>
                  void save({ theme: THEMES.find((one) => one === value) ?? 'system' })
                }
              />
            )}
          </Field>
          <Field label={t('options.look.contrast')} group>
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
      <Card title={t('options.language.title')}>
        <Field label={t('options.language.label')} help={t('options.language.help')}>
          {(ids) => (
            <Select
              {...ids}
              value={settings.locale}
              options={languages.map((value) => ({ value, label: t(`options.language.${value}`) }))}
              onChange={(locale) => void save({ locale })}
            />
          )}
        </Field>
      </Card>
    </Section>
  );
}
