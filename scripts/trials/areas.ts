import { StepError } from '../progress.mjs';

/*
 * The areas of the mutation tests: what they change, and the tests that must notice. With all tests
 * for each of thousands of changes, a run would take days, and the area's own tests should notice
 * anyway.
 */

export type Area = {
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
  /** How many of 100 changes must fail a test. */
  readonly least: number;
  /** How many are tried; all without it. */
  readonly sample?: number;
};

/** All changes to a large area take hours, and these say as much about its tests. */
const SAMPLE = 200;

export const AREAS: Readonly<Record<string, Area>> = {
  crypto: { mutate: ['src/crypto/**/*.ts'], tests: ['test/crypto/**/*.test.ts'], least: 90 },
  vault: { mutate: ['src/vault/**/*.ts'], tests: ['test/vault/**/*.test.ts'], least: 90 },
  permissions: {
    mutate: ['src/permissions/**/*.ts'],
    tests: ['test/permissions/**/*.test.ts'],
    least: 90,
  },
  activities: {
    mutate: ['src/activities/**/*.ts'],
    tests: ['test/activities/**/*.test.ts', 'test/worker/service-probe.test.ts'],
    least: 90,
  },
  doors: {
    mutate: [
      'src/messaging/{call-access,wire,calls}.ts',
      'src/worker/server.ts',
      'src/client/send.ts',
      'src/worker/page/*.ts',
    ],
    tests: [
      'test/messaging/*.test.ts',
      'test/worker/{every-call,server,own-page-calls}.test.ts',
      'test/worker/page/*.test.ts',
      'test/requests/{requests,open-requests,prompting,worker-stops}.test.ts',
      'test/client/{send,client}.test.ts',
    ],
    least: 90,
  },
  requests: {
    mutate: ['src/requests/*.ts'],
    tests: ['test/requests/*.test.ts', 'test/worker/page/*.test.ts'],
    least: 90,
  },
  authentication: {
    mutate: [
      'src/service/{authentication,api-key-stamp,passkey-stamp,assertion,credentials,read-session,sign-count}.ts',
    ],
    tests: [
      'test/service/{api-keys,authentication,authenticators,passkeys,passkey-refusals,read-sessions,root-quorum,users,vendor}.test.ts',
    ],
    least: 90,
  },
  votes: {
    mutate: ['src/votes/*.ts'],
    tests: [
      'test/votes/*.test.ts',
      'test/activities/verify-vote.test.ts',
      'test/worker/lying-service.test.ts',
    ],
    least: 92,
  },
  consensus: {
    mutate: [
      'src/service/{consensus,factors,votes,voting-rights}.ts',
      'src/service/policies/{decision,mfa,policy,request,vote-counts}.ts',
    ],
    tests: [
      'test/service/{consensus,decided-ahead,ip-allowlist,mfa,mfa-sets,mfa-votes,root-quorum,row-races,voting-rights}.test.ts',
      'test/service/policies/*.test.ts',
    ],
    least: 92,
  },
  policies: {
    mutate: ['src/policies/*.ts'],
    tests: [
      'test/policies/*.test.ts',
      'test/ui/forms/{clause-faults,policy-sentences,policy-trial}.test.ts',
    ],
    sample: SAMPLE,
    least: 92,
  },
  backup: {
    mutate: ['src/backup/*.ts', 'src/vault/key-backup.ts', 'src/permissions/backup-rows.ts'],
    tests: [
      'test/backup/*.test.ts',
      'test/permissions/backup-rows.test.ts',
      'test/vault/key-backup.test.ts',
    ],
    sample: SAMPLE,
    least: 92,
  },
  history: {
    mutate: ['src/history/*.ts'],
    tests: ['test/history/*.test.ts', 'test/backup/{restore,damaged-files}.test.ts'],
    sample: SAMPLE,
    least: 92,
  },
  client: {
    mutate: ['src/client/**/*.ts'],
    tests: [
      'test/client/**/*.test.ts',
      'test/backup/{backups,damaged-files,restore,wiped-secrets}.test.ts',
      'test/{contract-addresses,payout-addresses}.test.ts',
      'test/keys/api-key-text.test.ts',
      'test/messaging/calls.test.ts',
      'test/ui/procedures/import/import-flow.test.ts',
      'test/worker/passkeys.test.ts',
    ],
    sample: SAMPLE,
    least: 92,
  },
  'one-time-codes': {
    mutate: ['src/service/{otp,verification-token}.ts', 'src/service/handlers/otps.ts'],
    tests: [
      'test/service/{email-events,enclave,organization-separation,otp,row-races,verification-tokens}.test.ts',
    ],
    sample: SAMPLE,
    least: 92,
  },
  imports: {
    mutate: [
      'src/service/{derivation,export-bundle,import-targets,mnemonic,wallets}.ts',
      'src/service/handlers/{private-keys,wallets}.ts',
    ],
    tests: [
      'test/service/{created-keys,curve-separation,deletions,derivation,exports,organization-records,private-key-refusals,private-key-tags,private-keys,row-races,unique-names,wallet-accounts,wallet-imports,wiped-secrets}.test.ts',
    ],
    sample: SAMPLE,
    least: 92,
  },
  enclave: {
    mutate: ['src/service/enclave.ts'],
    tests: [
      'test/service/{enclave,exports,otp,rotation,secrets-at-rest,set-up-codes,verification-tokens,wallet-imports,wiped-secrets}.test.ts',
    ],
    least: 92,
  },
};

export function areaOf(name: string): Area {
  const area = AREAS[name];
  if (!area) throw new StepError(`no area ${name}: there are ${Object.keys(AREAS).join(', ')}`);
  return area;
}
