import { hashOf } from '../../page/routes.ts';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { MNEMONIC_LANGUAGE } from '../../../protocol/enums.ts';
import { findText, t } from '../../i18n.ts';
import { copyRow, profileRow } from '../../components/review-rows.tsx';
import { VisibleText } from '../../forms/visible-text.tsx';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Form, useForm } from '../../components/form.tsx';
import { Select, Toggle } from '../../components/inputs.tsx';
import { Banner, Card } from '../../components/surfaces.tsx';
import { CopyText, DescriptionList } from '../../components/values.tsx';
import type { ExportFlow } from './export-flow.ts';
import type { ExportSubject } from './export-subject.ts';

/** What words differ in: a whole wallet's phrase, or one key. */
export const secretOf = ({ place }: ExportSubject): 'wallet' | 'key' =>
  place.kind === 'wallet' ? 'wallet' : 'key';

/** What is about to leave the service, where to, and what that means. */
export function ExportReviewStep(props: {
  readonly flow: ExportFlow;
  readonly subject: ExportSubject;
}) {
  const { flow, subject } = props;
  const [isAlone, setIsAlone] = useState(false);
  const what = secretOf(subject);
  const form = useForm(isAlone, async () => void flow.start());
  return (
    <Form
      form={form}
      actions={
        <>
          <Button kind="danger" icon="key" submit>
            {t(`export.submit.${what}`)}
          </Button>
          <a href={hrefOf(subject)}>{t('app.cancel')}</a>
        </>
      }
    >
      <ExportFacts {...props} />
      {what === 'wallet' && <LanguageChoice flow={flow} />}
      <Banner tone="warn" live={false} title={t(`export.review.before.${what}`)}>
        <p>{t('export.review.stay')}</p>
      </Banner>
      <div data-refused={form.tried && !isAlone ? '' : undefined}>
        <Toggle checked={isAlone} label={t('export.review.alone')} onChange={setIsAlone} />
        <p class="field-error" role="status">
          {form.tried && !isAlone && t('export.review.aloneMissing')}
        </p>
      </div>
    </Form>
  );
}

/** Where the record is. */
export const hrefOf = ({ place }: ExportSubject): string =>
  hashOf({ screen: 'object', kind: place.kind, id: place.id, within: place.within });

function ExportFacts(props: { readonly flow: ExportFlow; readonly subject: ExportSubject }) {
  const { flow, subject } = props;
  const { profile, place } = flow;
  const target = flow.target.value;
  const rows: (readonly [string, ComponentChildren])[] = [
    [t('export.review.what'), <VisibleText key="what" text={subjectText(subject)} />],
  ];
  if (subject.path !== undefined) {
    rows.push([
      t('export.review.path'),
      <span key="path" class="mono">
        <VisibleText text={subject.path} />
      </span>,
    ]);
  }
  rows.push(
    copyRow(t('export.review.id'), place.id),
    profileRow(profile),
    copyRow(t('popup.review.organization'), profile.organizationId),
    [
      t('export.review.target'),
      <div key="target">
        {target && <CopyText text={target.publicKeyHex} mono what={t('export.review.target')} />}
        <p class="help">{t('export.review.targetWhat')}</p>
      </div>,
    ],
    copyRow(t('import.review.signer'), profile.trust.signer),
  );
  return (
    <Card>
      <DescriptionList rows={rows} />
    </Card>
  );
}

function subjectText({ place, name }: ExportSubject): string {
  if (place.kind === 'walletAccount') return t('export.review.walletAccount', { address: name });
  return t(`export.review.${place.kind}`, { name });
}

/** The name of a language of recovery phrases, by our name for it or the service's. */
export function languageText(language: string): string {
  const name = language.replace(/^MNEMONIC_LANGUAGE_/, '').toLowerCase();
  return findText(`phrase.language.${name}`) ?? name;
}

function LanguageChoice({ flow }: { readonly flow: ExportFlow }) {
  return (
    <Card>
      <Field label={t('export.review.language')} optional help={t('export.review.languageHelp')}>
        {(ids) => (
          <Select
            {...ids}
            value={flow.language.value}
            blank={t('export.review.languageOwn')}
            options={MNEMONIC_LANGUAGE.map((value) => ({ value, label: languageText(value) }))}
            onChange={(value) => (flow.language.value = value)}
          />
        )}
      </Field>
    </Card>
  );
}
