import { useEffect, useRef, useState } from 'preact/hooks';
import type { Client } from '../../messaging/client.ts';
import type { ApprovalView } from '../../protocol/approval.ts';
import {
  readOrigin,
  resembles,
  type OriginWarning,
  type ReadOrigin,
} from '../../protocol/origin.ts';
import { readBaseUrl, type Profile } from '../../protocol/profile.ts';
import { t } from '../i18n.ts';
import { Badge, Banner } from '../kit/surfaces.tsx';
import { RelativeTime } from '../kit/values.tsx';
import { VisibleText } from '../forms/visible-text.tsx';
import { Origin } from '../kit/origin.tsx';

/** What is said in passing. */
const CALM = ['loopback', 'plain_http'] as const satisfies readonly OriginWarning[];
/** What warns, the worst first. */
const GRAVE = [
  'lookalike',
  'mixed_script',
  'punycode',
  'ip',
] as const satisfies readonly OriginWarning[];

function hostOf(origin: string): readonly string[] {
  const read = readOrigin(origin);
  return read ? [read.host] : [];
}

/** Hosts that the user has dealings with: connected sites and the services of the profiles. */
export function useKnownHosts(client: Client, profiles: readonly Profile[]): readonly string[] {
  const [sites, setSites] = useState<readonly string[]>([]);
  useEffect(() => {
    let stopped = false;
    void client.call('sites_list', {}).then(
      (all) => {
        const connected = all.filter((one) => one.profileId !== null && !one.blocked);
        if (!stopped) setSites(connected.flatMap((one) => hostOf(one.origin)));
      },
      // Only a comparison more: the name itself is shown all the same.
      () => undefined,
    );
    return () => {
      stopped = true;
    };
  }, []);
  const services = profiles.flatMap(({ baseUrl }) => {
    const read = readBaseUrl(baseUrl);
    return read.ok ? hostOf(read.origin) : [];
  });
  return [...sites, ...services];
}

/** What is odd about the name, the worst of it first, as one warning. */
function Oddities({ read }: { readonly read: ReadOrigin }) {
  const [worst, ...others] = GRAVE.filter((one) => read.warnings.includes(one));
  if (!worst) return null;
  return (
    <Banner tone="warn" live={false} title={t(`confirm.warning.${worst}`)}>
      {read.unicode !== null && (
        <p>
          {t('confirm.letters')}{' '}
          <strong class="who-letters">
            <VisibleText text={read.unicode} />
          </strong>
        </p>
      )}
      {others.map((one) => (
        <p key={one}>{t(`confirm.warning.${one}`)}</p>
      ))}
    </Banner>
  );
}

/** The heading is read out when a new request comes to the front, unless the user is elsewhere. */
function useAnnounced() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  return heading;
}

/** Who asks: never a name that the page gave itself. */
export function Who(props: { readonly item: ApprovalView; readonly known: readonly string[] }) {
  const { origin, privateWindow, at } = props.item;
  const heading = useAnnounced();
  const read = readOrigin(origin);
  const others = props.known.filter((one) => one !== read?.host);
  const other = read && resembles(read.host, others);
  const calm = CALM.filter((one) => read?.warnings.includes(one));
  return (
    <header class="who">
      <h2 class="who-origin" ref={heading} tabIndex={-1} data-origin={origin}>
        <span class="hidden">{t('confirm.who')}: </span>
        <Origin origin={origin} />
      </h2>
      <p class="who-facts">
        <RelativeTime at={at} />
        {privateWindow && <Badge tone="info">{t('confirm.private')}</Badge>}
        {calm.map((one) => (
          <span key={one}>{t(`confirm.warning.${one}`)}</span>
        ))}
      </p>
      {privateWindow && <p class="help">{t('confirm.privateText')}</p>}
      {other !== undefined && (
        <Banner tone="danger" live={false} title={t('confirm.resembles', { host: other })}>
          <p>{t('confirm.resemblesText')}</p>
        </Banner>
      )}
      {read ? (
        <Oddities read={read} />
      ) : (
        <Banner tone="warn" live={false} title={t('confirm.unreadable')} />
      )}
    </header>
  );
}
