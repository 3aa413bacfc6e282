import { useEffect, useRef } from 'preact/hooks';
import type { Client } from '../../client/client.ts';
import type { SiteRequestView } from '../../protocol/pending-request.ts';
import {
  readOrigin,
  findLookalike,
  type OriginWarning,
  type ParsedOrigin,
} from '../../protocol/origin.ts';
import { readBaseUrl, type Profile } from '../../protocol/profile.ts';
import { richText, t } from '../i18n.ts';
import { Badge, Banner } from '../components/surfaces.tsx';
import { RelativeTime } from '../components/values.tsx';
import { VisibleText } from '../forms/visible-text.tsx';
import { Origin, siteText } from '../components/origin-text.tsx';
import { useLatest } from '../components/use-reading.ts';

/** What is said in passing. */
const MINOR_WARNINGS = ['loopback', 'plain_http'] as const satisfies readonly OriginWarning[];
/** What warns, the worst first. */
const MAJOR_WARNINGS = [
  'lookalike',
  'mixed_script',
  'punycode',
  'ip',
] as const satisfies readonly OriginWarning[];

function hostsOf(origin: string): readonly string[] {
  const parsed = readOrigin(origin);
  return parsed ? [parsed.host] : [];
}

/** Hosts that the user has dealings with: connected sites and the services of the profiles. */
export function useKnownHosts(client: Client, profiles: readonly Profile[]): readonly string[] {
  // Without it only a comparison is missing: the name itself is shown all the same.
  const sites = useLatest(() => client.call('sites_list', {}), []) ?? [];
  const connected = sites.filter((site) => site.profileId !== null && !site.blocked);
  const services = profiles.flatMap(({ baseUrl }) => {
    const parsed = readBaseUrl(baseUrl);
    return parsed.ok ? hostsOf(parsed.origin) : [];
  });
  return [...connected.flatMap((site) => hostsOf(site.origin)), ...services];
}

/** What is odd about the name, the worst of it first, as one warning. */
function OriginWarningBanner({ parsed }: { readonly parsed: ParsedOrigin }) {
  const [worst, ...others] = MAJOR_WARNINGS.filter((warning) => parsed.warnings.includes(warning));
  if (!worst) return null;
  return (
    <Banner tone="warn" live={false} title={t(`confirm.warning.${worst}`)}>
      {parsed.unicode !== null && (
        <p>
          {richText('confirm.letters', {
            name: (
              <strong class="who-letters">
                <VisibleText text={parsed.unicode} />
              </strong>
            ),
          })}
        </p>
      )}
      {others.map((warning) => (
        <p key={warning}>{t(`confirm.warning.${warning}`)}</p>
      ))}
    </Banner>
  );
}

/** The heading is read out when a new request comes to the front, unless the user is elsewhere. */
function useFocusedHeading() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  return heading;
}

/** Who asks: never a name that the page gave itself. */
export function Requester(props: {
  readonly item: SiteRequestView;
  readonly knownHosts: readonly string[];
}) {
  const { origin, privateWindow, at } = props.item;
  const heading = useFocusedHeading();
  const parsed = readOrigin(origin);
  const isContained = (parsed?.container ?? null) !== null;
  const otherHosts = props.knownHosts.filter((host) => host !== parsed?.host);
  const similarHost = parsed && findLookalike(parsed.host, otherHosts);
  const minorWarnings = MINOR_WARNINGS.filter((warning) => parsed?.warnings.includes(warning));
  return (
    <header class="who">
      <h2
        class="who-origin"
        ref={heading}
        tabIndex={-1}
        aria-label={t('confirm.who', { origin: siteText(origin) })}
        data-origin={origin}
      >
        <Origin origin={origin} />
      </h2>
      <p class="who-facts">
        <RelativeTime at={at} />
        {privateWindow && <Badge tone="info">{t('confirm.private')}</Badge>}
        {isContained && <Badge tone="info">{t('confirm.container')}</Badge>}
        {minorWarnings.map((one) => (
          <span key={one}>{t(`confirm.warning.${one}`)}</span>
        ))}
      </p>
      {privateWindow && <p class="help">{t('confirm.privateText')}</p>}
      {isContained && <p class="help">{t('confirm.containerText')}</p>}
      {similarHost !== undefined && (
        <Banner tone="danger" live={false} title={t('confirm.resembles', { host: similarHost })}>
          <p>{t('confirm.resemblesText')}</p>
        </Banner>
      )}
      {parsed ? (
        <OriginWarningBanner parsed={parsed} />
      ) : (
        <Banner tone="warn" live={false} title={t('confirm.unreadable')} />
      )}
    </header>
  );
}
