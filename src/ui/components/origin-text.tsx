import type { ComponentChildren } from 'preact';
import { splitContainer } from '../../protocol/container.ts';
import { readOrigin } from '../../protocol/origin.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { visibleText } from '../forms/visible.ts';
import { t } from '../i18n.ts';
import { Badge } from './surfaces.tsx';

/**
 * The origin of a request, according to the browser: the host highlighted and in the form used for
 * comparison, with scheme and port. Text that isn't an origin is shown unchanged.
 */
export function Origin(props: { readonly origin: string; readonly children?: ComponentChildren }) {
  const parsed = readOrigin(props.origin);
  if (!parsed) return <VisibleText text={props.origin} />;
  const { scheme, host, port, container } = parsed;
  return (
    <bdi class="origin">
      <span class="origin-rest">{`${scheme}://`}</span>
      <strong>{host}</strong>
      {port !== null && <span class="origin-rest">{`:${port}`}</span>}
      {container !== null && (
        <span class="origin-rest">{` ${t('app.origin.container', { name: container })}`}</span>
      )}
      {props.children}
    </bdi>
  );
}

/** A site's key as text: its origin, and its container in words. */
export function siteText(key: string): string {
  const { origin, container } = splitContainer(key);
  if (container === null) return visibleText(origin);
  return `${visibleText(origin)} ${t('app.origin.container', { name: visibleText(container) })}`;
}

/** An origin, followed by its Unicode form if that differs. */
export function OriginName({ origin }: { readonly origin: string }) {
  const unicode = readOrigin(origin)?.unicode ?? null;
  return (
    <Origin origin={origin}>
      {unicode !== null && (
        <span class="origin-letters">
          {t('app.origin.letters', { host: visibleText(unicode) })}
        </span>
      )}
    </Origin>
  );
}

/** What's suspicious about an origin, in words. `lookalike` is the known host it looks like. */
export function OriginWarnings(props: {
  readonly origin: string;
  readonly lookalike: string | undefined;
}) {
  const warnings = readOrigin(props.origin)?.warnings ?? [];
  if (warnings.length === 0 && props.lookalike === undefined) return null;
  return (
    <span class="origin-marks">
      {props.lookalike !== undefined && (
        <Badge tone="danger">{t('app.origin.like', { host: props.lookalike })}</Badge>
      )}
      {warnings.map((warning) => (
        <Badge key={warning} tone={warning === 'loopback' ? 'neutral' : 'warn'}>
          {t(`app.origin.${warning}`)}
        </Badge>
      ))}
    </span>
  );
}
