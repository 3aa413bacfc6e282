import { useEffect, useState } from 'preact/hooks';
import type { Client } from '../../messaging/client.ts';
import type { ApprovalView } from '../../protocol/approval.ts';
import { readOrigin, resembles, type OriginWarning } from '../../protocol/origin.ts';
import { readBaseUrl, type Profile } from '../../protocol/profile.ts';
import { t } from '../i18n.ts';
import { Badge, Banner } from '../kit/surfaces.tsx';
import { RelativeTime } from '../kit/values.tsx';
import { VisibleText } from '../forms/visible-text.tsx';
import { Origin } from './origin-text.tsx';

/** What is said in passing; the others are warnings. */
const CALM: readonly OriginWarning[] = ['loopback', 'plain_http'];

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

/** Who asks: never a name that the page gave itself. */
export function Who(props: { readonly item: ApprovalView; readonly known: readonly string[] }) {
  const { origin, privateWindow, at } = props.item;
  const read = readOrigin(origin);
  const other =
    read &&
    resembles(
      read.host,
      props.known.filter((one) => one !== read.host),
    );
  return (
    <header class="who">
      <h2 class="who-origin" tabIndex={-1} data-origin={origin}>
        <span class="hidden">{t('confirm.who')}: </span>
        <Origin origin={origin} />
      </h2>
      <p class="who-facts">
        <RelativeTime at={at} />
        {privateWindow && <Badge tone="info">{t('confirm.private')}</Badge>}
        {read?.warnings
          .filter((one) => CALM.includes(one))
          .map((one) => (
            <span key={one}>{t(`confirm.warning.${one}`)}</span>
          ))}
      </p>
      {privateWindow && <p class="help">{t('confirm.privateText')}</p>}
      {!read && <Banner tone="warn" live={false} title={t('confirm.unreadable')} />}
      {read?.warnings
        .filter((one) => !CALM.includes(one))
        .map((one) => (
          <Banner key={one} tone="warn" live={false} title={t(`confirm.warning.${one}`)}>
            {read.unicode !== null && one === 'punycode' && (
              <p class="who-letters">
                <VisibleText text={read.unicode} />
              </p>
            )}
          </Banner>
        ))}
      {other !== undefined && (
        <Banner tone="danger" live={false} title={t('confirm.resembles', { host: other })}>
          <p>{t('confirm.resemblesText')}</p>
        </Banner>
      )}
    </header>
  );
}
