import { t } from '../../i18n.ts';
import { VisibleText } from '../../forms/visible-text.tsx';
import { Button } from '../../components/button.tsx';
import { Banner, Card } from '../../components/surfaces.tsx';
import { DescriptionList } from '../../components/values.tsx';
import { ImportingUser } from './review-step.tsx';
import { DerivedAccounts } from './accounts-step.tsx';
import type { PhraseFlow } from './phrase-flow.ts';

/** Everything at a glance, and who imports the wallet according to the service. */
export function WalletReviewStep({ flow }: { readonly flow: PhraseFlow }) {
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
