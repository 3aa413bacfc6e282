import type { ComponentChildren } from 'preact';
import { stampChoiceOf } from '../../../protocol/profile.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { richText, t } from '../../i18n.ts';
import { Changes } from '../../review/changes.tsx';
import { VisibleText } from '../../forms/visible-text.tsx';
import { rowText } from '../../forms/words.ts';
import { usePolicy } from '../../page/store.ts';
import type { ActiveForm } from '../../forms/form-sessions.ts';
import { FormSummary, ReviewSheet, subjectOf } from '../../review/form-review.tsx';
import type { ContactSession, ReadyStage } from './contact-session.ts';

/** What the steps of a change have in common. */
export type StageProps = {
  readonly session: ContactSession;
  readonly profile: Profile;
  /** A step's own frame: its content, and the one action at the bottom. */
  readonly draw: (content: ComponentChildren, action?: ComponentChildren) => ComponentChildren;
};

type SheetProps = Pick<StageProps, 'session' | 'profile'> & { readonly onClose: () => void };

const activeOf = (profile: Profile, { form }: ReadyStage): ActiveForm => ({
  profile,
  form,
  prerequisiteForm: undefined,
  about: undefined,
  sentId: undefined,
});

/** The review of one stage's request. */
export function StageSheet(props: SheetProps & { readonly ready: ReadyStage }) {
  const { session, profile, ready, onClose } = props;
  return (
    <ReviewSheet
      active={activeOf(profile, ready)}
      ready={ready.ready}
      submit={(_, method) => session.submit(ready, method)}
      onSent={onClose}
      onBack={onClose}
      onRefused={onClose}
    />
  );
}

/** The check of a code and what follows from it, reviewed and approved together. */
export function BothStagesSheet(
  props: SheetProps & { readonly check: ReadyStage; readonly set: ReadyStage },
) {
  const { session, profile, check, set, onClose } = props;
  const policy = usePolicy();
  const { methods } = stampChoiceOf(profile, check.form.row.name, policy);
  const active = activeOf(profile, set);
  const contact = <VisibleText text={session.change.value.contact} />;
  return (
    <ReviewSheet
      active={active}
      ready={set.ready}
      submit={(_, method) =>
        session.submitBoth(check, {
          check: methods.find((candidate) => candidate === method) ?? methods[0] ?? method,
          set: method,
        })
      }
      onSent={onClose}
      onBack={onClose}
      onRefused={onClose}
      action={t('contact.approve')}
      laterSecrets={Object.keys(session.steps.fieldsFromResult)}
      summary={
        <ol class="staged-steps">
          <li>{richText('contact.first', { contact: <strong>{contact}</strong> })}</li>
          <li>
            <FormSummary active={active} ready={set.ready} />
          </li>
        </ol>
      }
    >
      <details class="more">
        <summary>{rowText(check.form.row, 'title')}</summary>
        <Changes row={check.form.row} subject={subjectOf(check.form, check.ready)} />
      </details>
    </ReviewSheet>
  );
}
