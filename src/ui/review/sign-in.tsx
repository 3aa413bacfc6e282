import { readSignIn, type SignIn } from '../../client/sign-in-message.ts';
import { Banner } from '../components/surfaces.tsx';
import { DescriptionList } from '../components/values.tsx';
import { visibleText } from '../forms/visible.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { formatDateTime, t } from '../i18n.ts';
import { chainText } from './chain-text.ts';

/* What a text that signs somebody in says: where, as whom, and what is odd about it. The whole text stands below. */

/** A row, if there is something to say. */
const row = (label: string, text: string | undefined, layout: 'line' | 'lines' = 'line') =>
  text ? [[label, <VisibleText text={text} layout={layout} />] as const] : [];

function factsOf({ network, domain, address, statement, fields, resources }: SignIn) {
  const chain = fields['Chain ID'];
  const named = network === 'Ethereum' && chain ? chainText(BigInt(chain)) : chain;
  const time = (name: 'Issued At' | 'Not Before' | 'Expiration Time') =>
    fields[name] && formatDateTime(Date.parse(fields[name]));
  return [
    ...row(t('signing.signIn.field.domain'), domain),
    [t('signing.signIn.field.account'), <VisibleText text={address} grouped />] as const,
    ...row(t('signing.signIn.field.statement'), statement),
    ...row(t('signing.signIn.field.chain'), named),
    ...row(t('signing.signIn.field.issued'), time('Issued At')),
    ...row(t('signing.signIn.field.notBefore'), time('Not Before')),
    ...row(t('signing.signIn.field.expires'), time('Expiration Time')),
    ...row(t('signing.signIn.field.resources'), resources.join('\n'), 'lines'),
  ];
}

export function SignInNotice({ text, signer }: { readonly text: string; readonly signer: string }) {
  const reading = readSignIn(text, signer);
  if (!reading) return null;
  if (reading.is === 'broken') {
    return (
      <Banner tone="danger" live={false} title={t('signing.signIn.broken')}>
        {t('signing.signIn.broken.text')}
      </Banner>
    );
  }
  const { signIn, faults } = reading;
  const domain = visibleText(signIn.domain);
  const named = { domain, address: signIn.address, uri: visibleText(signIn.fields.URI ?? '') };
  return (
    <section class="stack-near" aria-label={t('signing.signIn', { domain })}>
      {faults.map((fault) => (
        <Banner key={fault} tone="danger" live={false} title={t(`signing.signIn.${fault}`)}>
          {t(`signing.signIn.${fault}.text`, named)}
        </Banner>
      ))}
      <Banner tone="warn" live={false} title={t('signing.signIn', { domain })}>
        {t('signing.signIn.text')}
      </Banner>
      <DescriptionList rows={factsOf(signIn)} />
    </section>
  );
}
