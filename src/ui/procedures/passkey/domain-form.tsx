import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { findText, t } from '../../i18n.ts';
import { Radios } from '../../components/choices.tsx';
import { Field } from '../../components/field.tsx';
import { Form, useForm } from '../../components/form.tsx';
import { TextInput, type Option } from '../../components/inputs.tsx';
import { useTabStore } from '../../page/tab-store.ts';
import type { BrowserVersion } from '../../page/effects.ts';
import { canClaimDomain, MIN_VERSIONS, readDomain, requestDomainPermission } from './domain.ts';

/** The user's choice of which passkeys to use; `text` as typed. */
type DomainDraft = { readonly isOwn: boolean; readonly text: string };

/** A draft's RP ID: null for the extension's own origin, undefined while the text isn't valid. */
function readRpId({ isOwn, text }: DomainDraft): string | null | undefined {
  if (isOwn) return null;
  const result = readDomain(text);
  return result.ok ? result.domain : undefined;
}

/** This page's browser, once it is known. */
function useBrowserVersion(): BrowserVersion | null {
  const { effects } = useTabStore();
  const [browser, setBrowser] = useState<BrowserVersion | null>(null);
  useEffect(() => {
    effects.browserVersion().then(setBrowser, () => undefined);
  }, []);
  return browser;
}

const BROWSER_NAMES = { chromium: 'Chrome', firefox: 'Firefox' } as const;

function domainOptions(browser: BrowserVersion | null): readonly Option[] {
  const isFirefox = browser?.family === 'firefox';
  return [
    {
      value: 'domain',
      label: t('authorization.domain.domain'),
      detail: t('authorization.domain.domainWhat'),
      disabled: !canClaimDomain(browser),
    },
    {
      value: 'own',
      label: t('authorization.domain.own'),
      detail: t(isFirefox ? 'authorization.domain.ownFirefox' : 'authorization.domain.ownWhat'),
    },
  ];
}

/** Which passkeys to use: Keystamp's own, or those of a domain if the browser allows it. */
function DomainFields(props: {
  readonly draft: DomainDraft;
  readonly onChange: (draft: DomainDraft) => void;
  readonly tried: boolean;
}) {
  const { draft, onChange } = props;
  const browser = useBrowserVersion();
  const canUseDomain = canClaimDomain(browser);
  const result = readDomain(draft.text);
  useEffect(() => {
    if (!canUseDomain) onChange({ ...draft, isOwn: true });
  }, [canUseDomain]);
  return (
    <>
      <Field label={t('authorization.domain.made')} group>
        {(ids) => (
          <Radios
            {...ids}
            value={draft.isOwn ? 'own' : 'domain'}
            onChange={(value) => onChange({ ...draft, isOwn: value === 'own' })}
            options={domainOptions(browser)}
          />
        )}
      </Field>
      {browser && !canUseDomain && (
        <p class="help" data-claims="no">
          {t('authorization.domain.old', {
            browser: `${BROWSER_NAMES[browser.family]} ${browser.version}`,
            chrome: MIN_VERSIONS.chromium,
            firefox: MIN_VERSIONS.firefox,
          })}
        </p>
      )}
      {!draft.isOwn && canUseDomain && (
        <Field
          label={t('authorization.domain.name')}
          help={t('authorization.domain.nameHelp')}
          error={props.tried && !result.ok ? findText(result.fault) : null}
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

/** Asks which passkeys to use, and the browser for access to their domain. */
export function DomainForm(props: {
  /** The domain used so far. */
  readonly previous: string | null;
  /** What stands above the choice. */
  readonly about?: ComponentChildren;
  /** What follows from a choice. */
  readonly notice?: (rpId: string | null) => ComponentChildren;
  readonly actions: (busy: boolean) => ComponentChildren;
  readonly onDomain: (rpId: string | null) => Promise<void>;
}) {
  const { previous, notice, onDomain } = props;
  const { effects } = useTabStore();
  const [draft, setDraft] = useState<DomainDraft>({ isOwn: false, text: previous ?? '' });
  const rpId = readRpId(draft);
  const form = useForm(rpId !== undefined, async () => {
    if (rpId === undefined) return;
    await requestDomainPermission(effects, rpId);
    await onDomain(rpId);
  });
  return (
    <Form form={form} actions={props.actions(form.busy)}>
      {props.about}
      <DomainFields draft={draft} onChange={setDraft} tried={form.tried} />
      {rpId !== undefined && notice?.(rpId)}
    </Form>
  );
}
