import type { Signal } from '@preact/signals';
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Profile } from '../../protocol/profile.ts';
import { addWords, findText, t } from '../i18n.ts';
import { EmptyState } from '../components/states.tsx';
import type { TabEffects } from '../page/effects.ts';
import { TabPage } from '../page/tab-page.tsx';
import { useAppState, useTabStore } from '../page/tab-store.ts';
import { procedureWords } from '../words/en/procedure.ts';
import type { Submitter } from './submitter.ts';

addWords(procedureWords);

/** A way through steps that holds a secret. */
type SecretFlow<S extends string> = { readonly step: Signal<S>; readonly leave: () => void };

type FlowEffects = TabEffects & Pick<Submitter, 'submit'>;

type SectionProps<S extends string, F extends SecretFlow<S>> = {
  /** What goes before the keys of its texts. */
  readonly texts: 'import' | 'phrase' | 'export';
  readonly title: string;
  readonly about: ComponentChildren;
  /** Makes the flow, for the active profile. */
  readonly create: (effects: FlowEffects, profile: Profile) => F;
  /** Forgets its secret. */
  readonly forget: (flow: F) => void;
  /** The screens of its steps, in order. */
  readonly screens: Readonly<Record<S, ComponentType<{ readonly flow: F }>>>;
  /** The step whose screen moves the focus itself. */
  readonly movesFocus?: S;
};

/**
 * The flow of a page, made once; null without a profile. It is left when the page goes to another
 * section, and forgets its secret when the document is left.
 */
function useSecretFlow<S extends string, F extends SecretFlow<S>>({
  create,
  forget,
}: Pick<SectionProps<S, F>, 'create' | 'forget'>): F | null {
  const { profiles, activeProfileId } = useAppState();
  const profile = profiles.find(({ id }) => id === activeProfileId) ?? profiles[0];
  const { effects, submitter } = useTabStore();
  const [flow] = useState<F | null>(() =>
    profile ? create({ ...effects, submit: submitter.submit }, profile) : null,
  );
  useEffect(() => {
    if (!flow) return undefined;
    // A page in the back/forward cache stays whole in memory.
    const leave = () => forget(flow);
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      flow.leave();
    };
  }, []);
  return flow;
}

/** A page on which a secret is imported or exported, step by step. */
export function SecretSection<S extends string, F extends SecretFlow<S>>(
  props: SectionProps<S, F>,
) {
  const { title, about, ...rest } = props;
  const flow = useSecretFlow<S, F>(props);
  return (
    <TabPage title={title}>
      <p class="muted">{about}</p>
      {flow ? (
        <SecretSteps<S, F> {...rest} flow={flow} />
      ) : (
        <EmptyState title={t('options.profile.gone')} />
      )}
    </TabPage>
  );
}

/** Where the page is: all of its steps, the heading of the current one, and its screen. */
function SecretSteps<S extends string, F extends SecretFlow<S>>({
  flow,
  texts,
  screens,
  movesFocus,
}: Pick<SectionProps<S, F>, 'texts' | 'screens' | 'movesFocus'> & { readonly flow: F }) {
  const step = flow.step.value;
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    // When the page opens, its own title has the focus.
    if (!isFirst.current && step !== movesFocus) heading.current?.focus();
    isFirst.current = false;
  }, [step]);
  const steps = Object.keys(screens);
  const currentIndex = steps.indexOf(step);
  const Screen: ComponentType<{ readonly flow: F }> = screens[step];
  return (
    <>
      <ol class="steps" aria-label={t('procedure.steps')}>
        {steps.map((item, index) => (
          <li
            key={item}
            class={index < currentIndex ? 'past' : ''}
            aria-current={item === step ? 'step' : undefined}
          >
            {findText(`${texts}.step.${item}`)}
            {index < currentIndex && <span class="hidden"> {t('procedure.stage.past')}</span>}
          </li>
        ))}
      </ol>
      <h2 ref={heading} tabIndex={-1}>
        {findText(`${texts}.heading.${step}`)}
      </h2>
      <Screen key={step} flow={flow} />
    </>
  );
}
