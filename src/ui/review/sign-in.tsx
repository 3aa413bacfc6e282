import { readSignIn, type SignIn } from '../../client/sign-in-message.ts';
import { Banner } from '../components/surfaces.tsx';
import { DescriptionList } from '../components/values.tsx';
import { visibleText } from '../forms/visible.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { formatDateTime, t } from '../i18n.ts';
import { chainText } from './chain-text.ts';

/* What a text that signs somebody in says: where, as whom, and what is odd about it. The whole text stands below. */

function factsOf({ network, domain, address, statement, fields, resources }: SignIn) {
  const chain = fields['Chain ID'];
  const times = (
    [
      ['Issued At', t('signing.signIn.field.issued')],
      ['Not Before', t('signing.signIn.field.notBefore')],
      ['Expiration Time', t('signing.signIn.field.expires')],
    ] as const
  ).flatMap(([name, label]) => {
    const at = fields[name];
    return at === undefined ? [] : [[label, formatDateTime(Date.parse(at))] as const];
  });
  return [
    [t('signing.signIn.field.domain'), <VisibleText text={domain} />],
    [t('signing.signIn.field.account'), <VisibleText text={address} grouped />],
    ...(statement === undefined
      ? []
      : [[t('signing.signIn.field.statement'), <VisibleText text={statement} />] as const]),
    ...(chain === undefined
      ? []
      : [
          [
            t('signing.signIn.field.chain'),
            <VisibleText text={network === 'Ethereum' ? chainText(BigInt(chain)) : chain} />,
          ] as const,
        ]),
    ...times,
    ...(resources.length === 0
      ? []
      : [
          [
            t('signing.signIn.field.resources'),
            <VisibleText text={resources.join('\n')} layout="lines" />,
          ] as const,
        ]),
  ] as const;
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
