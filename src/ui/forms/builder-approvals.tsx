import type { BuiltParts } from '../../policies/built-policy.ts';
import type { RecordKind } from '../../protocol/fields.ts';
import { formatList, t } from '../i18n.ts';
import { Button, IconButton } from '../components/button.tsx';
import { Field } from '../components/field.tsx';
import { Select } from '../components/inputs.tsx';
import { Picker } from '../records/picker.tsx';
import type { Records } from '../records/records.ts';
import { BuilderPart, PartChips, Untold } from './builder-part.tsx';
import { choiceWord } from './words.ts';

type Demands = BuiltParts['consensus'];
type Group = Extract<Demands[number], { readonly kind: 'people' }>;
type DemandedCredential = Extract<Demands[number], { readonly kind: 'credential' }>;

/** As many as are offered; a text may have more. */
const OFFERED_COUNTS = [1, 2, 3, 4, 5];

const ANYONE: Group = { kind: 'people', count: 1, ids: [], tags: [] };

const isAnyone = ({ count, ids, tags }: Group): boolean =>
  count === 1 && ids.length + tags.length === 0;

function PeoplePicker(props: {
  readonly session: Records;
  readonly kind: RecordKind;
  readonly label: string;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}) {
  const { session, kind, label, values, onChange } = props;
  return (
    <Field label={label}>
      {(ids) => (
        <Picker
          ids={{ ...ids, 'aria-required': false }}
          of={kind}
          many
          {...{ values, onChange }}
          records={session}
          onLeave={() => undefined}
        />
      )}
    </Field>
  );
}

/** Whose approvals count, and how many of them are needed. */
function GroupFields(props: {
  readonly session: Records;
  readonly group: Group;
  readonly onChange: (group: Group) => void;
}) {
  const { session, group, onChange } = props;
  const counts = [...new Set([...OFFERED_COUNTS, group.count])];
  const set = (change: Partial<Group>) => onChange({ ...group, ...change });
  return (
    <>
      <PeoplePicker
        {...{ session }}
        kind="user"
        label={t('builder.people')}
        values={group.ids}
        onChange={(ids) => set({ ids })}
      />
      <PeoplePicker
        {...{ session }}
        kind="userTag"
        label={t('builder.tags')}
        values={group.tags}
        onChange={(tags) => set({ tags })}
      />
      {group.ids.length + group.tags.length === 0 && <p class="help">{t('builder.anyone')}</p>}
      <Field label={t('builder.count')}>
        {(ids) => (
          <Select
            {...ids}
            value={String(group.count)}
            options={counts.map((count) => ({
              value: String(count),
              label: t('builder.count.of', { count }),
            }))}
            onChange={(count) => set({ count: Number(count) })}
          />
        )}
      </Field>
    </>
  );
}

const credentialText = ({ types }: DemandedCredential): string =>
  t('builder.credential', { types: formatList(types.map(choiceWord), 'disjunction') });

/** Who may do it, and whose approvals that takes: to the policy language one and the same. */
export function WhoPart(props: {
  readonly session: Records;
  readonly isDeny: boolean;
  readonly demands: Demands | undefined;
  readonly onChange: (demands: Demands) => void;
}) {
  const { session, isDeny, demands, onChange } = props;
  const title = t(isDeny ? 'builder.whose' : 'builder.who');
  if (!demands) {
    return (
      <BuilderPart title={title}>
        <Untold />
      </BuilderPart>
    );
  }
  const found = demands.filter((one) => one.kind === 'people');
  const groups = found.length > 0 ? found : [ANYONE];
  const credentials = demands.filter((one) => one.kind === 'credential');
  const write = (next: readonly Group[], others: readonly DemandedCredential[] = credentials) => {
    const [only] = next;
    // Anyone alone is what no demand at all is.
    const isNothing = next.length === 1 && only && isAnyone(only);
    onChange([...(isNothing ? [] : next), ...others]);
  };
  return (
    <>
      {groups.map((group, at) => (
        <BuilderPart key={String(at)} title={at === 0 ? title : t('builder.also')}>
          <GroupFields
            {...{ session, group }}
            onChange={(changed) => write(groups.with(at, changed))}
          />
          {at === 0 && (
            <PartChips
              items={credentials}
              textOf={credentialText}
              onRemove={(gone) =>
                write(
                  groups,
                  credentials.filter((one) => one !== gone),
                )
              }
            />
          )}
          {at > 0 && (
            <IconButton
              name="close"
              label={t('builder.also.remove')}
              onClick={() => write(groups.toSpliced(at, 1))}
            />
          )}
        </BuilderPart>
      ))}
      <span>
        <Button small icon="plus" onClick={() => onChange([...groups, ANYONE, ...credentials])}>
          {t('builder.also.add')}
        </Button>
      </span>
    </>
  );
}
