import { t } from '../../i18n.ts';
import { RunStep } from './run-step.tsx';
import { hashOf } from '../../page/routes.ts';
import { SecretSection } from '../secret-section.tsx';
import { AccountsStep, DerivedAccounts } from './accounts-step.tsx';
import { createPhraseFlow, type PhraseFlow, type PhraseStep } from './phrase-flow.ts';
import { PhraseStepScreen } from './phrase-step.tsx';
import { VisibleText } from '../../forms/visible-text.tsx';
import { Button } from '../../components/button.tsx';
import { Banner, Card } from '../../components/surfaces.tsx';
import { DescriptionList } from '../../components/values.tsx';
import { ImportingUser } from './review-step.tsx';

/** The import of a wallet: its recovery phrase, accounts, review, verification. */
export function PhraseSection() {
  return (
    <SecretSection<PhraseStep, PhraseFlow>
      texts="phrase"
      title={t('phrase.title')}
      about={
        <>
          {t('phrase.what')} <a href={hashOf({ screen: 'import' })}>{t('phrase.key')}</a>
        </>
      }
      create={createPhraseFlow}
      forget={(left) => left.startOver()}
      screens={{
        phrase: PhraseStepScreen,
        accounts: AccountsStep,
        review: WalletReviewStep,
        run: RunStep,
      }}
      movesFocus="accounts"
    />
  );
}

/** Everything at a glance, and who imports the wallet according to the service. */
function WalletReviewStep({ flow }: { readonly flow: PhraseFlow }) {
  const isReady = flow.userCheck.value !== null;
  return (
    <>
      <ImportingUser flow={flow} />
      <WalletSummary flow={flow} />
      <Banner tone="warn" live={false} title={t('phrase.review.leave')} />
      <div class="actions">
        <Button kind="primary" icon="import" disabled={!isReady} onClick={() => void flow.start()}>
          {t('phrase.review.import')}
        </Button>
        <Button onClick={() => (flow.step.value = 'accounts')}>{t('app.back')}</Button>
      </div>
    </>
  );
}

function WalletSummary({ flow }: { readonly flow: PhraseFlow }) {
  const phrase = flow.held.value;
  const name = flow.form.value.ready.value?.parameters['walletName'];
  if (!phrase) return null;
  const { wordCount: count, language } = phrase;
  return (
    <Card title={t('phrase.review.wallet')}>
      <DescriptionList
        rows={[
          [
            t('phrase.review.name'),
            <VisibleText key="name" text={typeof name === 'string' ? name : ''} />,
          ],
          [
            t('phrase.label'),
            t('phrase.review.words', { count, language: t(`phrase.language.${language}`) }),
          ],
        ]}
      />
      <h3>{t('import.review.addresses')}</h3>
      <DerivedAccounts accounts={flow.derived.value} />
    </Card>
  );
}
