import { t } from '../../i18n.ts';
import { hashOf } from '../../page/routes.ts';
import { SecretSection } from '../secret-section.tsx';
import { createImportFlow, type ImportFlow, type ImportStep } from './import-flow.ts';
import { FormatsStep } from './formats-step.tsx';
import { ImportKeyStep } from './key-step.tsx';
import { NameStep } from './name-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { RunStep } from './run-step.tsx';

/** The import of a private key: paste, addresses, name, review, verification. */
export function ImportSection() {
  return (
    <SecretSection<ImportStep, ImportFlow>
      texts="import"
      title={t('import.title')}
      about={
        <>
          {t('import.what')} <a href={hashOf({ screen: 'import-wallet' })}>{t('import.wallet')}</a>
        </>
      }
      create={createImportFlow}
      forget={(left) => left.startOver()}
      screens={{
        key: ImportKeyStep,
        formats: FormatsStep,
        name: NameStep,
        review: ReviewStep,
        run: RunStep,
      }}
      movesFocus="name"
    />
  );
}
