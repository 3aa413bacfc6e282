import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Form, useForm } from '../../components/form.tsx';
import { Select } from '../../components/inputs.tsx';
import { NameField } from '../../forms/name-field.tsx';
import { Card } from '../../components/surfaces.tsx';
import { sortProfiles } from '../../components/profile-facts.tsx';
import { useAppState } from '../../page/tab-store.ts';
import type { ImportFlow } from './import-flow.ts';
import type { RunningImport } from './run-step.tsx';

/** The key's name, and the organization that gets it. */
export function NameStep({ flow }: { readonly flow: ImportFlow }) {
  const error = flow.nameError.value;
  const form = useForm(error === null, async () => {
    flow.step.value = 'review';
    void flow.identify();
  });
  return (
    <Card>
      <Form form={form} actions={<StepActions onBack={() => (flow.step.value = 'formats')} />}>
        <NameField
          label={t('options.key.name')}
          help={t('options.key.nameHelp')}
          error={form.tried ? error : null}
          value={flow.name.value}
          focus
          onInput={(name) => (flow.name.value = name)}
        />
        <ProfileChoice flow={flow} />
      </Form>
    </Card>
  );
}

/** The way on, and to the step before if there is one. */
export function StepActions({ onBack }: { readonly onBack?: () => void }) {
  return (
    <>
      <Button kind="primary" submit>
        {t('app.continue')}
      </Button>
      {onBack && <Button onClick={onBack}>{t('app.back')}</Button>}
    </>
  );
}

/** The organization that gets what is imported, if there are several. */
export function ProfileChoice({
  flow,
}: {
  readonly flow: Pick<ImportFlow, 'profile' | 'chooseProfile'> & Pick<RunningImport, 'texts'>;
}) {
  const { profiles } = useAppState();
  if (profiles.length < 2) return null;
  return (
    <Field label={t('popup.review.organization')} help={t(`${flow.texts}.name.profileHelp`)}>
      {(ids) => (
        <Select
          {...ids}
          value={flow.profile.value.id}
          options={sortProfiles(profiles).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => {
            const chosen = profiles.find((candidate) => candidate.id === id);
            if (chosen) flow.chooseProfile(chosen);
          }}
        />
      )}
    </Field>
  );
}
