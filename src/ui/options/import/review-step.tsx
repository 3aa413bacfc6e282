import { t } from '../../i18n.ts';
import { VisibleText } from '../../forms/visible-text.tsx';
import { Button } from '../../kit/button.tsx';
import { Progress } from '../../kit/states.tsx';
import { Banner, Card, Mark } from '../../kit/surfaces.tsx';
import { CopyText, Facts } from '../../kit/values.tsx';
import { Refusal } from '../refusal.tsx';
import { AddressLine } from './address-line.tsx';
import type { Flow } from './flow.ts';
import { curveText, foundText } from './words.ts';

type Props = { readonly flow: Flow };

/** Everything once more, and who imports, by the service's own word. */
export function ReviewStep({ flow }: Props) {
  const ready = flow.who.value !== null;
  return (
    <>
      <Who flow={flow} />
      <What flow={flow} />
      <Banner tone="warn" live={false} title={t('import.review.leave')} />
      <div class="actions">
        <Button kind="primary" icon="import" disabled={!ready} onClick={() => void flow.start()}>
          {t('import.review.import')}
        </Button>
        <Button onClick={() => (flow.step.value = 'name')}>{t('import.back')}</Button>
      </div>
    </>
  );
}

function Who({ flow }: Props) {
  const profile = flow.profile.value;
  const who = flow.who.value;
  const error = flow.whoError.value;
  const identify = () => void flow.identify();
  return (
    <Card title={t('import.review.who')}>
      <p class="muted">{t('import.review.whoWhat')}</p>
      {!who && !error && <Progress>{t('import.review.asking')}</Progress>}
      {error?.code === 'reply_mismatch' ? (
        <Banner tone="danger" title={t('import.review.otherOrganization')} />
      ) : (
        error && (
          <Refusal
            error={error}
            local={profile.service === 'local'}
            look={{ profile, onLooked: identify }}
            action={<Button onClick={identify}>{t('kit.retry')}</Button>}
          />
        )
      )}
      <Facts
        rows={[
          ...(who
            ? [
                [
                  t('import.review.user'),
                  <span class="cluster" key="user">
                    <VisibleText text={who.userName} />
                    <CopyText text={who.userId} what={t('import.review.user')} />
                  </span>,
                ] as const,
                [
                  t('import.review.organization'),
                  <span class="cluster" key="organization">
                    <VisibleText text={who.organizationName} />
                    <CopyText text={who.organizationId} what={t('import.review.organization')} />
                  </span>,
                ] as const,
              ]
            : []),
          [
            t('import.review.profile'),
            <span class="cluster" key="profile">
              <Mark colour={profile.colour} />
              <VisibleText text={profile.name} />
            </span>,
          ],
          [t('import.review.signer'), <Signer key="signer" signer={profile.trust.signer} />],
        ]}
      />
    </Card>
  );
}

function Signer({ signer }: { readonly signer: string }) {
  return <CopyText text={signer} mono what={t('import.review.signer')} />;
}

function What({ flow }: Props) {
  const read = flow.read.value;
  const reading = flow.reading.value;
  if (read.kind !== 'held' || !reading) return null;
  return (
    <Card title={t('import.review.key')}>
      <Facts
        rows={[
          [t('import.name.label'), flow.name.value.trim()],
          [t('import.read.kind'), foundText(read.key.kind)],
          [t('import.read.curve'), curveText(reading.curve)],
          [
            t('import.read.publicKey'),
            <CopyText
              key="public"
              text={reading.publicKeyHex}
              mono
              what={t('import.read.publicKey')}
            />,
          ],
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
