// A site's request and one of the user's own, for tests that change a member or two.
import type { OwnRequest, SiteRequest } from '../../src/requests/request-record.ts';
import type { PreparedBody } from '../../src/requests/prepared-body.ts';

export const NOW = 1_763_700_000_000;
const PROFILE_ID = 'aaaaaaaa-0000-4000-8000-000000000000';
export const SITE = 'https://app.example';

/** Of a query: `{}` with its digest. */
export const PREPARED: PreparedBody = {
  body: '{}',
  digest: '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
  at: NOW,
  draft: null,
  baseUrl: 'https://service.example',
};

/** Of an operation, pending, with its page there. */
export const siteRequest = (changes: Partial<SiteRequest> = {}): SiteRequest => ({
  asker: 'site',
  id: 'request',
  origin: SITE,
  privateWindow: false,
  name: 'name',
  requestDigest: 'asked',
  at: NOW,
  group: 'app.example',
  clicked: true,
  documentHandle: { bridgeId: 'bridge', tabId: 7, documentId: null },
  awayAt: null,
  requested: {
    kind: 'operation',
    operation: 'whoami',
    profileId: PROFILE_ID,
    parameters: {},
    open: [],
  },
  state: 'pending',
  preparedBody: null,
  stampMethod: null,
  ...changes,
});

export const ownRequest = (changes: Partial<OwnRequest> = {}): OwnRequest => ({
  asker: 'own',
  id: 'own',
  at: NOW,
  requested: { kind: 'operation', operation: 'whoami', profileId: PROFILE_ID, parameters: {} },
  secrets: {},
  state: 'pending',
  preparedBody: PREPARED,
  ...changes,
});
