import { useEffect, useState } from 'preact/hooks';
import { said, t } from '../../i18n.ts';
import { Radios } from '../../kit/choices.tsx';
import { Field } from '../../kit/field.tsx';
import { TextInput, type Option } from '../../kit/inputs.tsx';
import { useStore } from '../store.ts';
import { canClaim, readDomain, SINCE, type BrowserVersion } from './domain.ts';

/** What a person says about whose passkeys are used; `text` as typed. */
export type DomainDraft = { readonly own: boolean; readonly text: string };

/** The RP id of a draft: null for the extension's own origin; undefined while it is not one. */
export function rpIdOf({ own, text }: DomainDraft): string | null | undefined {
  if (own) return null;
  const read = readDomain(text);
  return read.ok ? read.domain : undefined;
}

/** The browser of this page, once it is known. */
function useBrowser(): BrowserVersion | null {
  const { effects } = useStore();
  const [browser, setBrowser] = useState<BrowserVersion | null>(null);
  useEffect(() => {
    effects.browserVersion().then(setBrowser, () => undefined);
  }, []);
  return browser;
}

const NAMES = { chromium: 'Chrome', firefox: 'Firefox' } as const;

function whose(browser: BrowserVersion | null): readonly Option[] {
  const firefox = browser?.family === 'firefox';
  return [
    {
      value: 'domain',
      label: t('authorization.domain.domain'),
      detail: t('authorization.domain.domainWhat'),
      disabled: !canClaim(browser),
    },
    {
      value: 'own',
      label: t('authorization.domain.own'),
      detail: t(firefox ? 'authorization.domain.ownFirefox' : 'authorization.domain.ownWhat'),
    },
  ];
}

/** Whose passkeys: those of Keystamp itself, or of a domain where the browser allows it. */
export function DomainFields(props: {
  readonly draft: DomainDraft;
  readonly onChange: (draft: DomainDraft) => void;
  readonly tried: boolean;
}) {
  const { draft, onChange } = props;
  const browser = useBrowser();
  const claims = canClaim(browser);
  const read = readDomain(draft.text);
  useEffect(() => {
    if (!claims) onChange({ ...draft, own: true });
  }, [claims]);
  return (
    <>
      <Field label={t('authorization.domain.whose')} group>
        {(ids) => (
          <Radios
            {...ids}
            value={draft.own ? 'own' : 'domain'}
            onChange={(value) => onChange({ ...draft, own: value === 'own' })}
            options={whose(browser)}
          />
        )}
      </Field>
      {browser && !claims && (
        <p class="help" data-claims="no">
          {t('authorization.domain.old', {
            browser: `${NAMES[browser.family]} ${browser.version}`,
            chrome: SINCE.chromium,
            firefox: SINCE.firefox,
          })}
        </p>
      )}
      {!draft.own && claims && (
        <Field
          label={t('authorization.domain.name')}
          help={t('authorization.domain.nameHelp')}
          error={props.tried && !read.ok ? said(read.fault) : null}
        >
          {(ids) => (
            <TextInput
              {...ids}
              inputMode="url"
              placeholder="example.com"
              maxLength={300}
              value={draft.text}
              onInput={(text) => onChange({ ...draft, text })}
            />
          )}
        </Field>
      )}
    </>
  );
}
