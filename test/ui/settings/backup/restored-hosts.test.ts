import { describe, expect, test } from 'vitest';
import type { BackupLook, BackupProfile } from '../../../../src/protocol/backup.ts';
import type { Profile } from '../../../../src/protocol/profile.ts';
import { findRestoredHosts } from '../../../../src/ui/settings/backup/restore-flow.tsx';
import type { TabEffects } from '../../../../src/ui/page/effects.ts';
import { profile } from '../../page/world.ts';

const SERVICE = 'https://service.example:8443/v1';

const inBackup = (baseUrl: string, passkeyDomain: string | null) =>
  ({ baseUrl, passkeyDomain }) as BackupProfile;
const here = (baseUrl: string, rpId: string | null | undefined): Profile => ({
  ...profile,
  baseUrl,
  passkeys: rpId === undefined ? null : { rpId, credentials: [] },
});

function find(backup: readonly BackupProfile[], profiles: readonly Profile[], says = true) {
  const asked: string[] = [];
  const effects = {
    requestOriginPermission: async (origin: string) => {
      asked.push(origin);
      return Promise.resolve(says);
    },
  } as TabEffects;
  const hosts = findRestoredHosts({ profiles: backup } as unknown as BackupLook, profiles);
  return { asked, hosts, ask: () => Promise.all(hosts.map(({ request }) => request(effects))) };
}

describe('the hosts of what was restored', () => {
  test('behavior: its service and the domain of its passkeys, each asked for by itself', async () => {
    const found = find([inBackup(SERVICE, 'keys.example')], [here(SERVICE, 'keys.example')]);
    expect(found.hosts.map(({ host }) => host)).toEqual(['keys.example', 'service.example:8443']);
    await found.ask();
    expect(found.asked).toEqual(['https://keys.example', 'https://service.example:8443']);
  });

  test('behavior: a host of both, or of two profiles, once', () => {
    const backup = [
      inBackup('https://keys.example/v1', 'keys.example'),
      inBackup('https://keys.example/v2', 'keys.example'),
    ];
    const profiles = backup.map(({ baseUrl }) => here(baseUrl, 'keys.example'));
    expect(find(backup, profiles).hosts.map(({ host }) => host)).toEqual(['keys.example']);
  });

  test('behavior: none of profiles that weren’t restored, of loopback, or of Keystamp’s own passkeys', () => {
    const local = 'http://127.0.0.1:8788';
    const backup = [
      inBackup(SERVICE, 'keys.example'),
      inBackup(local, 'localhost'),
      inBackup(local, null),
    ];
    const profiles = [here(local, 'localhost'), here(local, null), here(local, undefined)];
    expect(find(backup, profiles).hosts).toEqual([]);
  });

  test('error: a refusal names what it is needed for', async () => {
    const domain = find(
      [inBackup('http://127.0.0.1:1', 'a.example')],
      [here(SERVICE, 'a.example')],
      false,
    );
    await expect(domain.ask()).rejects.toMatchObject({
      code: 'host_permission_missing',
      detail: { field: 'passkeys.rpId' },
    });
    const service = find([inBackup(SERVICE, null)], [here(SERVICE, null)], false);
    await expect(service.ask()).rejects.toMatchObject({
      code: 'host_permission_missing',
      detail: { field: 'baseUrl' },
    });
  });
});
