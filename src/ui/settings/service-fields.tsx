import { GENERATIONS } from '../../protocol/operation-row.ts';
import { PROFILE_COLOURS, SERVICE_KINDS } from '../../protocol/profile.ts';
import type { ManagedPolicy } from '../../protocol/managed-policy.ts';
import { findText, t } from '../i18n.ts';
import { Radios } from '../components/choices.tsx';
import { Field } from '../components/field.tsx';
import { Select, TextInput, Toggle } from '../components/inputs.tsx';
import { findNameError, NameField } from '../forms/name-field.tsx';
import { ProfileMark } from '../components/surfaces.tsx';
import {
  splitSetUpAddress,
  withService,
  type DraftErrors,
  type DraftField,
  type ServiceDraft,
} from './profile-draft.ts';
import { usePolicy } from '../page/store.ts';

type Props = {
  readonly draft: ServiceDraft;
  readonly errors: DraftErrors;
  readonly onChange: (draft: ServiceDraft) => void;
};

/** The words of a fault: a rule's, or this page's own. */
function faultText(fault: string | undefined): string | undefined {
  if (fault === undefined) return undefined;
  return findText(`rule.${fault}`) ?? findText(fault) ?? fault;
}

/** The policy setting that controls each field. */
const POLICY_SETTINGS = {
  baseUrl: 'baseUrl',
  organizationId: 'organizationId',
  signer: 'importSigner',
} as const satisfies Readonly<Partial<Record<DraftField, keyof ManagedPolicy>>>;

/** The help of a field the organization may control, and whether the field is disabled. */
function useManaged(field: keyof typeof POLICY_SETTINGS, help: string) {
  const disabled = usePolicy()[POLICY_SETTINGS[field]] !== null;
  return { disabled, help: disabled ? t('app.managed.set') : help };
}

/** The choice of the kind of service, with a description of each. */
export function ServiceChoice({
  draft,
  onChange,
  takenNames,
}: Omit<Props, 'errors'> & { readonly takenNames: readonly string[] }) {
  const { disabled, help } = useManaged('baseUrl', '');
  return (
    <Field label={t('options.service.kind')} help={help} group>
      {(ids) => (
        <Radios
          {...ids}
          value={draft.service}
          onChange={(value) => {
            const kind = SERVICE_KINDS.find((candidate) => candidate === value);
            if (kind) onChange(withService(draft, kind, takenNames));
          }}
          options={SERVICE_KINDS.map((kind) => ({
            value: kind,
            disabled,
            label: t(`options.service.${kind}`),
            detail: t(`options.service.${kind}What`),
          }))}
        />
      )}
    </Field>
  );
}

/** Whether the user signs on another device already, which then registers this one's key. */
export function SecondDeviceToggle({ draft, onChange }: Pick<Props, 'draft' | 'onChange'>) {
  return (
    <Toggle
      checked={draft.isSecondDevice}
      label={t('options.device.second')}
      help={t('options.device.secondWhat')}
      onChange={(isSecondDevice) => onChange({ ...draft, isSecondDevice })}
    />
  );
}

function SetUpCodeField({ draft, errors, onChange }: Props) {
  return (
    <Field
      label={t('options.service.setUpCode')}
      error={faultText(errors.setUpCode)}
      help={t('options.service.setUpCodeHelp')}
    >
      {(ids) => (
        <TextInput
          {...ids}
          value={draft.setUpCode}
          onInput={(setUpCode) => onChange({ ...draft, setUpCode })}
          maxLength={450}
        />
      )}
    </Field>
  );
}

/** Pasted as the local service prints it, an address brings its code along. */
function withCode(draft: ServiceDraft, text: string): Partial<ServiceDraft> {
  const { baseUrl, setUpCode } = splitSetUpAddress(text);
  return draft.service === 'local' && setUpCode !== '' ? { baseUrl, setUpCode } : { baseUrl: text };
}

/** Address, organization and profile name. With `isEnrolling` the organization is left out. */
export function ServiceFields({
  draft,
  errors,
  onChange,
  isEnrolling,
}: Props & { readonly isEnrolling: boolean }) {
  const hostHelp = draft.service === 'local' ? 'localHelp' : 'hostHelp';
  const address = useManaged('baseUrl', t(`options.service.${hostHelp}`));
  const organization = useManaged('organizationId', t('options.service.organizationHelp'));
  const inputProps = (field: DraftField) => ({
    value: draft[field],
    onInput: (value: string) => onChange({ ...draft, [field]: value }),
  });
  return (
    <>
      {draft.service !== 'turnkey' && (
        <Field
          label={t('options.service.baseUrl')}
          error={faultText(errors.baseUrl)}
          help={address.help}
        >
          {(ids) => (
            <TextInput
              {...ids}
              value={draft.baseUrl}
              onInput={(text) => onChange({ ...draft, ...withCode(draft, text) })}
              type="url"
              inputMode="url"
              maxLength={1000}
              disabled={address.disabled}
            />
          )}
        </Field>
      )}
      {isEnrolling && <SetUpCodeField {...{ draft, errors, onChange }} />}
      {!isEnrolling && (
        <Field
          label={t('options.service.organization')}
          error={faultText(errors.organizationId)}
          help={organization.help}
        >
          {(ids) => (
            <TextInput
              {...{ ...ids, ...inputProps('organizationId') }}
              maxLength={64}
              disabled={organization.disabled}
            />
          )}
        </Field>
      )}
      <NameField
        label={t('options.profile.name')}
        error={errors.name && (findNameError(draft.name) ?? faultText(errors.name))}
        help={t('options.profile.nameHelp')}
        {...inputProps('name')}
      />
    </>
  );
}

/** The color that distinguishes this profile from the others. */
export function ColourField({ draft, onChange }: Omit<Props, 'errors'>) {
  return (
    <Field label={t('options.profile.colour')} group>
      {(ids) => (
        <div class="cluster" role="radiogroup" aria-labelledby={ids['aria-labelledby']}>
          {PROFILE_COLOURS.map((colour) => (
            <label class="swatch" key={colour}>
              <input
                type="radio"
                name={`${ids.id}-colour`}
                checked={draft.colour === colour}
                onChange={() => onChange({ ...draft, colour })}
              />
              <ProfileMark colour={colour} large />
              <span>{t(`app.colour.${colour}`)}</span>
            </label>
          ))}
        </div>
      )}
    </Field>
  );
}

/** A key that signs bundles. */
function SignerField(
  props: Props & {
    readonly field: 'signer' | 'otp';
    readonly managed?: ReturnType<typeof useManaged>;
  },
) {
  const { draft, errors, onChange, field, managed } = props;
  return (
    <Field
      label={t(`options.service.${field}`)}
      error={faultText(errors[field])}
      help={managed?.help ?? t('options.service.signerHelp')}
    >
      {(ids) => (
        <TextInput
          {...ids}
          mono
          maxLength={140}
          disabled={managed?.disabled}
          value={draft[field]}
          onInput={(value) => onChange({ ...draft, [field]: value })}
        />
      )}
    </Field>
  );
}

/** Settings that rarely change: code generation, passkey header, trusted signers. */
export function AdvancedFields({ draft, errors, onChange }: Props) {
  const managed = useManaged('signer', t('options.service.signerHelp'));
  const hasErrors = errors.signer !== undefined || errors.otp !== undefined;
  return (
    <details class="more" open={hasErrors}>
      <summary>{t('options.service.advanced')}</summary>
      <div class="form">
        <Field label={t('options.service.generation')} help={t('options.service.generationHelp')}>
          {(ids) => (
            <Select
              {...ids}
              value={draft.otpGeneration}
              options={GENERATIONS.map((value) => ({
                value,
                label: t(`options.service.generation.${value}`),
              }))}
              onChange={(value) => {
                const otpGeneration = GENERATIONS.find((generation) => generation === value);
                if (otpGeneration) onChange({ ...draft, otpGeneration });
              }}
            />
          )}
        </Field>
        <Field label={t('options.service.passkey')} help={t('options.service.passkeyHelp')}>
          {(ids) => (
            <Select
              {...ids}
              value={draft.passkeyHeader}
              options={['X-Stamp', 'X-Stamp-Webauthn'].map((value) => ({ value, label: value }))}
              onChange={(value) =>
                onChange({
                  ...draft,
                  passkeyHeader: value === 'X-Stamp' ? 'X-Stamp' : 'X-Stamp-Webauthn',
                })
              }
            />
          )}
        </Field>
        <SignerField {...{ draft, errors, onChange }} field="signer" managed={managed} />
        <SignerField {...{ draft, errors, onChange }} field="otp" />
      </div>
    </details>
  );
}
