import type { ComponentChildren } from 'preact';
import type {
  ErrorDetail,
  FieldViolation,
  KeystampError,
  WireError,
} from '../../protocol/errors.ts';
import { visibleText } from '../forms/visible.ts';
import { formatDuration, formatList, findText, t, type Values } from '../i18n.ts';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import { Banner } from './surfaces.tsx';

/** An empty list or page: what it is for, and how to fill it. */
export function EmptyState(props: {
  readonly icon?: IconName;
  readonly title: ComponentChildren;
  readonly children?: ComponentChildren;
  readonly action?: ComponentChildren;
}) {
  return (
    <div class="empty">
      {props.icon && <Icon name={props.icon} size={24} />}
      <p class="empty-title">{props.title}</p>
      {props.children && <p class="muted">{props.children}</p>}
      {props.action}
    </div>
  );
}

/** Errors whose service code says why; the code's sentence follows ours. */
const REFUSAL_CODES: readonly WireError['code'][] = ['service_error', 'unauthenticated'];

/**
 * An error's words in the page's language: its reason, or the rule that a field broke, or the words of
 * the code and why the service refused.
 */
export function errorText({ code, detail }: WireError | KeystampError): string {
  const reasonText = detail?.reason && findText(`reason.${detail.reason}`, valuesOf(detail));
  if (reasonText) return reasonText;
  const ruleText = detail?.rule && findText(`rule.${detail.rule}`);
  if (ruleText)
    return detail.field
      ? t('app.fieldProblem', { field: detail.field, problem: ruleText })
      : ruleText;
  const readText = detail?.onlyReads && findText(`popup.read.${code}`);
  const words = readText || (findText(`error.${code}`) ?? code);
  const refusalText = detail?.serviceCode && findText(`service.${detail.serviceCode}`);
  const clockHint = detail?.skewMs === undefined ? '' : clockText(detail.skewMs);
  return [words, REFUSAL_CODES.includes(code) && refusalText, clockHint].filter(Boolean).join(' ');
}

function valuesOf({ names = [], limit = 0 }: ErrorDetail): Values {
  return { names: formatList(names.map((text) => t('app.quoted', { text }))), limit };
}

/** What is wrong with an activity, where the page has the words for it. */
const voteFaultText = (fault: ErrorDetail['fault']): string | undefined =>
  fault && (findText(`votes.forged.${fault}`) ?? findText(`votes.unchecked.${fault}`));

/** The technical sentence of an error that the words of its code do not say. */
function technicalText({ code, message, detail }: WireError | KeystampError): string {
  return message === code || detail?.reason || detail?.rule ? '' : visibleText(message);
}

/** How far off this computer's clock is, judging by the service's responses. */
function clockText(skewMs: number): string {
  const time = formatDuration(Math.abs(skewMs));
  return t(skewMs > 0 ? 'app.clock.behind' : 'app.clock.ahead', { time });
}

/** What the service says of single fields, each by its name on our screens if it has one there. */
function FieldViolations({ violations }: { readonly violations: readonly FieldViolation[] }) {
  const nameOf = (field: string) => findText(`member.${/\w*$/.exec(field)?.[0] ?? ''}`) ?? field;
  return (
    <ul>
      {violations.map(({ field, description }, index) => (
        <li class="break" key={index}>
          {t('app.fieldProblem', {
            field: visibleText(nameOf(field)),
            problem: visibleText(description),
          })}
        </li>
      ))}
    </ul>
  );
}

/** What went wrong, what the service said, and a button to try again if that makes sense. */
export function ErrorState(props: {
  readonly error: WireError | KeystampError;
  readonly onRetry?: (() => void) | undefined;
  readonly title?: string;
}) {
  const { error, onRetry } = props;
  const sentence = visibleText(errorText(error));
  const serviceText = error.detail?.serviceCode && findText(`service.${error.detail.serviceCode}`);
  const serviceMessage = visibleText(error.detail?.serviceMessage ?? '');
  const technical = technicalText(error);
  const faultText = voteFaultText(error.detail?.fault);
  const violations = error.detail?.fieldViolations ?? [];
  const member = error.code === 'service_malformed' ? error.detail?.field : undefined;
  return (
    <Banner
      tone="danger"
      title={props.title ?? sentence}
      action={onRetry && <Button onClick={onRetry}>{t('app.retry')}</Button>}
    >
      {props.title && <p>{sentence}</p>}
      {serviceText && !sentence.includes(serviceText) && <p>{serviceText}</p>}
      {faultText && <p>{faultText}</p>}
      {member && <p class="muted break">{t('app.unreadable', { member: visibleText(member) })}</p>}
      {serviceMessage && !sentence.includes(serviceMessage) && (
        <p class="muted break">{t('app.serviceSaid', { message: serviceMessage })}</p>
      )}
      {violations.length > 0 && <FieldViolations violations={violations} />}
      {technical && <p class="muted break">{technical}</p>}
    </Banner>
  );
}

/** A placeholder for content. Screen readers announce it once as loading. */
export function Skeleton({ rows = 3 }: { readonly rows?: number }) {
  return (
    <div class="skeleton stack-near" role="status" aria-label={t('app.loading')}>
      {Array.from({ length: rows }, (_, index) => (
        <div class="skeleton-row" key={index} />
      ))}
    </div>
  );
}

/** Work in progress, with a text. */
export function Progress({ children }: { readonly children: ComponentChildren }) {
  return (
    <div class="progress" role="status">
      <span class="spinner" aria-hidden="true" />
      <span>{children}</span>
    </div>
  );
}
