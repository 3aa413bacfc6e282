import { useState } from 'preact/hooks';
import { readParts, writeParts, type BuiltParts } from '../../policies/built-policy.ts';
import { allowsEverything } from '../../policies/policy-reach.ts';
import { templatePolicy, TEMPLATES, type TemplateName } from '../../policies/policy-templates.ts';
import type { PolicyText } from '../../policies/policy.ts';
import { CLAUSES, type ClauseName } from '../../policies/published-names.ts';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { Field } from '../components/field.tsx';
import { joinClassNames } from '../components/format.ts';
import { SegmentedControl } from '../components/segmented-control.tsx';
import { useStore } from '../page/store.ts';
import { useNamed, WarningsOf } from '../records/policy-words.tsx';
import { WhatPart, WithPart } from './builder-condition.tsx';
import { BuilderPart } from './builder-part.tsx';
import { WhenPart } from './builder-time.tsx';
import { WhoPart } from './builder-approvals.tsx';
import { ClauseControl } from './clause-control.tsx';
import type { ScopeProps } from './form-fields.tsx';
import type { FormSession } from './form-session.ts';
import { policySentences } from './policy-sentences.ts';
import { typedMember, typedPolicy, type DecidingFields } from './typed-policy.ts';
import { helpText, labelText, refusalText } from './words.ts';
import './policy-builder.css';

/*
 * A policy put together from parts. Its fields' texts are the only state: the parts are read from them and written to
 * them, so both ways of writing a policy show the same. A text that says more than parts stays as it is.
 */

type BuilderProps = ScopeProps & { readonly names: DecidingFields };

const hereZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The policy of the form, and what writes a member of it. */
function usePolicy({ session, fields, draft, prefix, names }: BuilderProps) {
  const known = session.known.value;
  const policy = typedPolicy(fields, draft, known);
  const set = (member: keyof DecidingFields, text: string): void => {
    const name = names[member];
    session.set(prefix + name, typedMember(fields, name, draft, known, text));
  };
  const write = <C extends ClauseName>(clause: C, parts: BuiltParts[C]): void =>
    set(clause, writeParts(clause, parts));
  return { policy, set, write };
}

/** Templates, where nothing is chosen yet. */
function Templates({
  onChoose,
}: {
  readonly onChoose: (name: TemplateName, self: string) => void;
}) {
  const self = useStore().profile.value?.known?.userId;
  const offered = TEMPLATES.filter((name) => name !== 'renames' || self !== undefined);
  return (
    <BuilderPart title={t('builder.templates')}>
      <span class="cluster">
        {offered.map((name) => (
          <Button key={name} small onClick={() => onChoose(name, self ?? '')}>
            {t(`builder.template.${name}`)}
          </Button>
        ))}
      </span>
    </BuilderPart>
  );
}

/** What the policy says as it is, in sentences. */
function LiveSentence({
  policy,
  session,
}: {
  readonly policy: PolicyText;
  readonly session: FormSession;
}) {
  const inputs = CLAUSES.map((clause) => policy[clause]);
  const sentences = useNamed(session, (nameOf) => policySentences(policy, nameOf), [
    policy.effect,
    ...inputs,
  ]);
  const isAmber = allowsEverything(policy);
  return (
    <>
      <div
        class={joinClassNames('builder-says', isAmber && 'of-all')}
        role="status"
        aria-label={t('builder.says')}
      >
        {sentences.join(' ')}
      </div>
      <WarningsOf policies={[policy]} records={session} />
    </>
  );
}

/** The text of a clause: what is typed, else what it is. */
function ClauseText(
  props: ScopeProps & {
    readonly name: string;
    readonly today: string;
    readonly onInput: (text: string) => void;
  },
) {
  const { session, fields, draft, prefix, name, today, onInput } = props;
  const path = prefix + name;
  const field = fields[name];
  if (field?.control.kind !== 'clause') return null;
  const { control } = field;
  const rule = session.errors.value[path];
  const typed = draft[name];
  // Of what is typed no space is taken away while it is typed.
  const value = typeof typed === 'string' && typed !== '' ? typed : today;
  return (
    <div data-field={path}>
      <Field
        label={labelText(session.row, path)}
        help={helpText(session.row, path)}
        error={rule && refusalText(rule, typed)}
        optional
      >
        {(ids) => (
          <ClauseControl
            {...ids}
            {...{ control, value, onInput }}
            records={session}
            onBlur={() => session.validateField(path)}
          />
        )}
      </Field>
    </div>
  );
}

function useTemplate(
  props: BuilderProps,
  set: (member: keyof DecidingFields, text: string) => void,
) {
  const { session, fields, draft, prefix } = props;
  return (name: TemplateName, self: string): void => {
    const { effect, ...parts } = templatePolicy(name, self, hereZone());
    if (fields['policyName'] && draft['policyName'] === '') {
      session.set(`${prefix}policyName`, t(`builder.template.${name}`));
    }
    set('effect', effect);
    for (const clause of CLAUSES) set(clause, writeParts(clause, parts[clause] as never));
  };
}

function EffectChoice(props: {
  readonly effect: string;
  readonly onChange: (effect: string) => void;
}) {
  return (
    <SegmentedControl
      label={t('builder.effect')}
      options={[
        { value: 'EFFECT_ALLOW', label: t('builder.allow') },
        { value: 'EFFECT_DENY', label: t('builder.deny') },
      ]}
      value={props.effect}
      onChange={props.onChange}
    />
  );
}

/** The parts of a policy, one after the other, and its text behind them. */
export function PolicyBuilder(props: BuilderProps) {
  const { session, prefix, names } = props;
  const { policy, set, write } = usePolicy(props);
  const choose = useTemplate(props, set);
  const [wasUntold, setUntold] = useState(false);
  if (!policy) return <p class="note">{t('builder.unchosen')}</p>;
  const textOf = (clause: ClauseName) => policy[clause] ?? '';
  const parts = {
    condition: readParts('condition', textOf('condition')),
    consensus: readParts('consensus', textOf('consensus')),
    time: readParts('time', textOf('time')),
  };
  const isUntold = CLAUSES.some((clause) => parts[clause] === undefined);
  if (isUntold && !wasUntold) setUntold(true);
  const isDeny = policy.effect === 'EFFECT_DENY';
  const isRefused = CLAUSES.some((clause) =>
    session.refusals.value.includes(prefix + names[clause]),
  );
  const isBlank = !isDeny && CLAUSES.every((clause) => textOf(clause) === '');
  return (
    <section class="builder stack" aria-label={t('builder.effect')}>
      {isBlank && policy.policyId === '' && <Templates onChoose={choose} />}
      <div data-field={prefix + names.effect}>
        <EffectChoice effect={policy.effect} onChange={(effect) => set('effect', effect)} />
      </div>
      <LiveSentence policy={policy} session={session} />
      <WhoPart
        {...{ session, isDeny }}
        demands={parts.consensus}
        onChange={(demands) => write('consensus', demands)}
      />
      <WhatPart condition={parts.condition} onChange={(next) => write('condition', next)} />
      <WithPart
        session={session}
        condition={parts.condition}
        onChange={(next) => write('condition', next)}
      />
      <WhenPart spans={parts.time} zone={hereZone()} onChange={(spans) => write('time', spans)} />
      <details class="more" open={wasUntold || isRefused}>
        <summary>{t('builder.advanced')}</summary>
        <div class="form-fields">
          {CLAUSES.map((clause) => (
            <ClauseText
              key={clause}
              {...props}
              name={names[clause]}
              today={textOf(clause)}
              onInput={(text) => set(clause, text)}
            />
          ))}
        </div>
      </details>
    </section>
  );
}
