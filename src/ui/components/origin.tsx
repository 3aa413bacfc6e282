import type { ComponentChildren } from 'preact';
import { readOrigin } from '../../protocol/origin.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { visibleText } from '../forms/visible.ts';
import { t } from '../i18n.ts';
import { Badge } from './surfaces.tsx';

/**
 * Who asks, as the browser says: the host as it is compared, stressed, scheme and port beside it. A
 * text that is no origin is shown as it is.
 */
export function Origin(props: { readonly origin: string; readonly children?: ComponentChildren }) {
  const parsed = readOrigin(props.origin);
  if (!parsed) return <VisibleText text={props.origin} />;
  const { scheme, host, port } = parsed;
  return (
    <bdi class="origin">
      <span class="origin-rest">{`${scheme}://`}</span>
      <strong>{host}</strong>
      {port !== null && <span class="origin-rest">{`:${port}`}</span>}
      {props.children}
    </bdi>
  );
}

/** An origin with its own letters beside it, where they differ. */
export function OriginName({ origin }: { readonly origin: string }) {
  const unicode = readOrigin(origin)?.unicode ?? null;
  return (
    <Origin origin={origin}>
      {unicode !== null && (
        <span class="origin-letters">
          {t('kit.origin.letters', { host: visibleText(unicode) })}
        </span>
      )}
    </Origin>
  );
}

/** What is odd about an origin, in words; `like` is the known host that it is easily taken for. */
export function OriginWarnings(props: {
  readonly origin: string;
  readonly lookalike: string | undefined;
}) {
  const warnings = readOrigin(props.origin)?.warnings ?? [];
  if (warnings.length === 0 && props.lookalike === undefined) return null;
  return (
    <span class="origin-marks">
      {props.lookalike !== undefined && (
        <Badge tone="danger">{t('kit.origin.like', { host: props.lookalike })}</Badge>
      )}
      {warnings.map((warning) => (
        <Badge key={warning} tone={warning === 'loopback' ? 'neutral' : 'warn'}>
          {t(`kit.origin.${warning}`)}
        </Badge>
      ))}
    </span>
  );
}
