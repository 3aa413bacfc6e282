import type { ComponentChildren } from 'preact';
import { useErrorBoundary } from 'preact/hooks';
import { visibleText } from '../forms/visible.ts';
import { t } from '../i18n.ts';
import { Button } from './button.tsx';
import { Banner } from './surfaces.tsx';

/*
 * What stands in place of a part that can't be drawn, so that the rest of a page goes on. What was thrown
 * is never shown: its text may hold what the record holds (docs/threats.md, 60).
 */

/** Draws its children; where one of them throws, `fallback` with a function that tries again. */
export function ErrorBoundary(props: {
  readonly children?: ComponentChildren;
  readonly fallback: (retry: () => void) => ComponentChildren;
}) {
  const [error, retry] = useErrorBoundary() as [unknown, () => void];
  return <>{error === undefined ? props.children : props.fallback(retry)}</>;
}

/** A whole screen or section. `action` leads somewhere else. Give it the key of its place. */
export function ScreenBoundary(props: {
  readonly children?: ComponentChildren;
  readonly action?: ComponentChildren;
}) {
  return (
    <ErrorBoundary
      fallback={(retry) => (
        <div class="stack broken">
          <Banner
            tone="danger"
            title={t('app.broken.screen')}
            action={<Button onClick={retry}>{t('app.retry')}</Button>}
          >
            <p>{t('app.broken.screenWhat')}</p>
          </Banner>
          {props.action}
        </div>
      )}
    >
      {props.children}
    </ErrorBoundary>
  );
}

/** One record of a list: says which it is, and offers to remove it where it can be. */
export function RecordBoundary(props: {
  readonly children?: ComponentChildren;
  /** What the record is called, or its ID. */
  readonly name: string;
  readonly onRemove?: (() => void) | undefined;
  readonly busy?: boolean | undefined;
}) {
  const { children, name, onRemove, busy } = props;
  return (
    <ErrorBoundary
      fallback={() => (
        <li class="row broken">
          <Banner
            tone="danger"
            title={t('app.broken.record', { name: visibleText(name) })}
            action={
              onRemove && (
                <Button kind="danger" small busy={busy ?? false} onClick={onRemove}>
                  {t('app.broken.remove')}
                </Button>
              )
            }
          />
        </li>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
