import { t } from '../../i18n.ts';
import { copyRow, profileRow } from '../../components/review-rows.tsx';
import { TypedName } from '../../forms/name-field.tsx';
import { VisibleText } from '../../forms/visible-text.tsx';
import { Button } from '../../components/button.tsx';
import { Progress } from '../../components/states.tsx';
import { Banner, Card } from '../../components/surfaces.tsx';
import { CopyText, DescriptionList } from '../../components/values.tsx';
import { ServiceRefusal } from '../../settings/service-refusal.tsx';
import { AddressLine } from '../../components/address-line.tsx';
import type { ImportFlow } from './import-flow.ts';
import { curveText, encodingText } from './import-texts.ts';

type Props = { readonly flow: ImportFlow };

/** Everything at a glance, and who imports the key according to the service. */
export function ReviewStep({ flow }: Props) {
  const isReady = flow.userCheck.value !== null;
  return (
    <>
      <ImportingUser flow={flow} />
      <ImportSummary flow={flow} />
      <Banner tone="warn" live={false} title={t('import.review.leave')} />
      <div class="actions">
        <Button kind="primary" icon="import" disabled={!isReady} onClick={() => void flow.start()}>
          {t('import.review.import')}
        </Button>
        <Button onClick={() => (flow.step.value = 'name')}>{t('app.back')}</Button>
      </div>
    </>
  );
}

/** Who imports, according to the service, and where to. */
export function ImportingUser({
  flow,
}: {
  readonly flow: Pick<ImportFlow, 'profile' | 'userCheck' | 'userCheckError' | 'identify'>;
}) {
  const profile = flow.profile.value;
  const user = flow.userCheck.value;
  const error = flow.userCheckError.value;
  const identify = () => void flow.identify();
  return (
    <Card title={t('import.review.who')}>
      <p class="muted">{t('import.review.whoWhat')}</p>
      {!user && !error && <Progress>{t('import.review.asking')}</Progress>}
      {error?.code === 'reply_mismatch' ? (
        <Banner tone="danger" title={t('import.review.otherOrganization')} />
      ) : (
        error && (
          <ServiceRefusal
            error={error}
            isLocal={profile.service === 'local'}
            readSession={{ profile, onOpened: identify }}
            action={<Button onClick={identify}>{t('app.retry')}</Button>}
          />
        )
      )}
      <DescriptionList
        rows={[
          ...(user
            ? [
                [
                  t('popup.review.user'),
                  <span class="cluster" key="user">
                    <VisibleText text={user.userName} />
                    <CopyText text={user.userId} what={t('popup.review.user')} />
                  </span>,
                ] as const,
                [
                  t('popup.review.organization'),
                  <span class="cluster" key="organization">
                    <VisibleText text={user.organizationName} />
                    <CopyText text={user.organizationId} what={t('popup.review.organization')} />
                  </span>,
                ] as const,
              ]
            : []),
          profileRow(profile),
          copyRow(t('import.review.signer'), profile.trust.signer),
        ]}
      />
    </Card>
  );
}

function ImportSummary({ flow }: Props) {
  const result = flow.read.value;
  const reading = flow.reading.value;
  if (result.kind !== 'held' || !reading) return null;
  return (
    <Card title={t('import.review.key')}>
      <DescriptionList
        rows={[
          [t('options.key.name'), <TypedName typed={flow.name.value} />],
          [t('import.read.kind'), encodingText(result.key.kind)],
          [t('options.key.curve'), curveText(reading.curve)],
          copyRow(t('options.key.publicKey'), reading.publicKeyHex),
        ]}
      />
      <h3>{t('import.review.addresses')}</h3>
      <ul class="proof-lines">
        {[...flow.addresses.value].map(([format, address]) => (
          <li key={format}>
            <AddressLine format={format} address={address} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
