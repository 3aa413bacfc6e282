import { useState } from 'preact/hooks';
import type { BuiltParts } from '../../policies/built-policy.ts';
import type { ActivityScope, DetailName } from '../../policies/clause-meaning.ts';
import type { RecordKind } from '../../protocol/fields.ts';
import { ROWS } from '../../protocol/operations.ts';
import { capitalize, t } from '../i18n.ts';
import { Choices } from '../components/choices.tsx';
import { Field } from '../components/field.tsx';
import { SegmentedControl } from '../components/segmented-control.tsx';
import { Picker } from '../records/picker.tsx';
import type { Records } from '../records/records.ts';
import { useNamed } from '../records/policy-words.tsx';
import { BuilderPart, PartChips, Untold } from './builder-part.tsx';
import { detailText, scopeText } from './policy-sentences.ts';

type Condition = BuiltParts['condition'];

type PartProps = {
  readonly condition: Condition | undefined;
  readonly onChange: (condition: Condition) => void;
};

/** What covers several operations: these come first. */
const BROAD: readonly ActivityScope[] = [
  ...['SIGN', 'EXPORT', 'IMPORT', 'CREATE', 'UPDATE', 'DELETE'].map((action) => ({ action })),
  ...['WALLET', 'PRIVATE_KEY', 'USER', 'CREDENTIAL', 'POLICY'].map((resource) => ({ resource })),
];

const SINGLE: readonly ActivityScope[] = ROWS.flatMap((row) =>
  row.kind === 'submit' && typeof row.policy === 'object' ? [{ kind: row.name.toUpperCase() }] : [],
);

const keyOf = ({ kind, type, resource, action }: ActivityScope): string =>
  [kind, type, resource, action].map((one) => one ?? '').join('/');

const OFFERED = new Map([...BROAD, ...SINGLE].map((scope) => [keyOf(scope), scope]));

/** Which operations it is about; none chosen: all of them. */
export function WhatPart({ condition, onChange }: PartProps) {
  const scopes = condition?.scopes ?? [];
  const write = (next: readonly ActivityScope[]) =>
    condition && onChange({ ...condition, scopes: next.length > 0 ? next : undefined });
  const chosen = new Map(scopes.map((scope) => [keyOf(scope), scope]));
  return (
    <BuilderPart title={t('builder.what')}>
      {!condition && <Untold />}
      {condition && scopes.length === 0 && <span>{t('builder.what.all')}</span>}
      <PartChips
        items={scopes}
        textOf={(scope) => capitalize(scopeText(scope))}
        onRemove={(gone) => write(scopes.filter((one) => one !== gone))}
      />
      {condition && (
        <details class="more">
          <summary>{t('builder.what.choose')}</summary>
          <Choices
            options={[...OFFERED].map(([value, scope]) => ({
              value,
              label: capitalize(scopeText(scope)),
            }))}
            values={[...chosen.keys()]}
            onChange={(keys) =>
              write(keys.flatMap((key) => chosen.get(key) ?? OFFERED.get(key) ?? []))
            }
          />
        </details>
      )}
    </BuilderPart>
  );
}

const TARGETS = {
  wallet: 'wallet.id',
  privateKey: 'private_key.id',
} as const satisfies Partial<Record<RecordKind, DetailName>>;
type Target = keyof typeof TARGETS | 'any';

const valuesIn = (details: Condition['details'], name: DetailName): readonly string[] =>
  details.flatMap((one) => (one.name === name && 'values' in one ? one.values : []));

/** What is named, if it is named once: twice means both at once. */
const targetOf = (details: Condition['details']): Target => {
  const isNamed = (target: keyof typeof TARGETS) =>
    details.filter(({ name }) => name === TARGETS[target]).length === 1;
  if (isNamed('wallet')) return 'wallet';
  return isNamed('privateKey') ? 'privateKey' : 'any';
};

/** Which wallet or key it is about. A request is about one of the two, so a policy that names both never applies. */
export function WithPart({
  session,
  condition,
  onChange,
}: PartProps & { readonly session: Records }) {
  const details = condition?.details ?? [];
  const found = targetOf(details);
  const [chosen, choose] = useState<Target>('any');
  const target = found === 'any' ? chosen : found;
  const name = target === 'any' ? undefined : TARGETS[target];
  const others = details.filter((one) => one.name !== name);
  const texts = useNamed(
    session,
    (nameOf) => new Map(others.map((one) => [one, capitalize(detailText(one, nameOf))])),
    [details, name],
  );
  if (!condition) return null;
  const write = (next: Condition['details']) => onChange({ ...condition, details: next });
  const move = (to: Target) => {
    choose(to);
    if (to !== target) write(others);
  };
  return (
    <BuilderPart title={t('builder.with')}>
      <SegmentedControl
        label={t('builder.with')}
        options={(['any', 'wallet', 'privateKey'] as const).map((value) => ({
          value,
          label: t(`builder.with.${value}`),
        }))}
        value={target}
        onChange={move}
      />
      {target !== 'any' && name && (
        <Field label={t(`builder.with.${target}`)}>
          {(ids) => (
            <Picker
              {...{ ids }}
              of={target}
              many
              values={valuesIn(details, name)}
              records={session}
              onChange={(values) =>
                write(values.length > 0 ? [...others, { name, values }] : others)
              }
              onLeave={() => undefined}
            />
          )}
        </Field>
      )}
      <PartChips
        items={others}
        textOf={(one) => texts.get(one) ?? ''}
        onRemove={(gone) => write(details.filter((one) => one !== gone))}
      />
    </BuilderPart>
  );
}
