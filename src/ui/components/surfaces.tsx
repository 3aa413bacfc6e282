import { Fragment, type ComponentChildren, type Ref } from 'preact';
import type { ProfileColour } from '../../protocol/profile.ts';
import { joinClassNames } from './format.ts';
import { Icon, type IconName } from './icon.tsx';

export type Tone = 'neutral' | 'info' | 'good' | 'warn' | 'danger';

/** A framed part of a page. With a title, it is a landmark for screen readers. */
export function Card(props: {
  readonly children: ComponentChildren;
  readonly title?: ComponentChildren;
  /** Next to the title: a button or a badge. */
  readonly aside?: ComponentChildren;
  readonly class?: string;
}) {
  return (
    <section class={joinClassNames('card', props.class)}>
      {props.title && (
        <header class="card-head">
          <h2>{props.title}</h2>
          {props.aside}
        </header>
      )}
      {props.children}
    </section>
  );
}

/** A part of a screen under a heading. */
export function Section(props: {
  readonly title: string;
  readonly heading?: Ref<HTMLHeadingElement>;
  /** Beside the title. */
  readonly aside?: ComponentChildren;
  /** It is only there while it has rows. */
  readonly isOptional?: boolean;
  readonly children: ComponentChildren;
}) {
  return (
    <section
      class={joinClassNames('section', props.isOptional && 'section-optional')}
      aria-label={props.title}
    >
      <header class="section-head">
        <h2 ref={props.heading ?? null}>{props.title}</h2>
        {props.aside}
      </header>
      {props.children}
    </section>
  );
}

/** Rows with thin lines between them. */
export function List(props: { readonly children: ComponentChildren; readonly label?: string }) {
  return (
    <ul class="list" aria-label={props.label}>
      {props.children}
    </ul>
  );
}

/** A row: leading icon, title, second line, trailing parts. Optionally a link or button. */
export function ListRow(props: {
  readonly title: ComponentChildren;
  readonly detail?: ComponentChildren;
  readonly lead?: ComponentChildren;
  readonly trail?: ComponentChildren;
  readonly href?: string | undefined;
  readonly onClick?: (() => void) | undefined;
  readonly current?: boolean | undefined;
}) {
  const body = (
    <>
      {props.lead && <span class="row-lead">{props.lead}</span>}
      <span class="row-text">
        <span class="row-title">{props.title}</span>
        {props.detail && <span class="row-detail">{props.detail}</span>}
      </span>
    </>
  );
  const current = props.current ? 'true' : undefined;
  return (
    <li class="row">
      {props.href === undefined && props.onClick === undefined && (
        <div class="row-main">{body}</div>
      )}
      {props.href !== undefined && (
        <a class="row-main row-act" href={props.href} aria-current={current}>
          {body}
          <Icon name="chevron-right" />
        </a>
      )}
      {props.href === undefined && props.onClick !== undefined && (
        <button
          type="button"
          class="row-main row-act"
          aria-current={current}
          onClick={props.onClick}
        >
          {body}
          <Icon name="chevron-right" />
        </button>
      )}
      {props.trail && <span class="row-trail">{props.trail}</span>}
    </li>
  );
}

/** Short facts in one line, each whole in itself and in its own direction; missing ones are left out. */
export function FactLine({ facts }: { readonly facts: readonly ComponentChildren[] }) {
  const shown = facts.filter((fact) => fact !== null && fact !== undefined && fact !== false);
  return (
    <span class="fact-line">
      {shown.map((fact, index) => (
        <Fragment key={index}>
          {index > 0 && ' · '}
          <bdi>{fact}</bdi>
        </Fragment>
      ))}
    </span>
  );
}

/** A word in a small frame. The color only repeats what the word says. */
export function Badge(props: { readonly tone?: Tone; readonly children: ComponentChildren }) {
  return <span class={`badge tone-${props.tone ?? 'neutral'}`}>{props.children}</span>;
}

/** The color that distinguishes a profile from the others, next to its name. */
export function ProfileMark(props: { readonly colour: ProfileColour; readonly large?: boolean }) {
  return (
    <span
      class={joinClassNames('mark', `mark-${props.colour}`, props.large && 'large')}
      aria-hidden="true"
    />
  );
}

const BANNER_ICONS: Readonly<Record<Tone, IconName>> = {
  neutral: 'info',
  info: 'info',
  good: 'check',
  warn: 'warn',
  danger: 'warn',
};

/** A message about this page. Screen readers announce dangers and warnings immediately. */
export function Banner(props: {
  readonly tone?: Tone;
  readonly title: ComponentChildren;
  readonly children?: ComponentChildren;
  readonly action?: ComponentChildren;
  /** False for a banner that is there from the start, which is not announced. */
  readonly live?: boolean;
}) {
  const { tone = 'info', live = true } = props;
  const role = tone === 'danger' || tone === 'warn' ? 'alert' : 'status';
  return (
    <div class={`banner tone-${tone}`} role={live ? role : 'note'}>
      <Icon name={BANNER_ICONS[tone]} />
      <div class="banner-body">
        <p class="banner-title">{props.title}</p>
        {props.children && <div class="banner-text">{props.children}</div>}
        {props.action && <div class="banner-action">{props.action}</div>}
      </div>
    </div>
  );
}
