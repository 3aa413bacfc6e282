import * as v from 'valibot';
import type { Client } from '../../client/client.ts';
import type { UserFacts } from '../../policies/request-facts.ts';
import { QUORUM_QUERIES } from '../../protocol/operations.ts';
import { organization, policy } from '../../protocol/service-records.ts';
import { createQuery } from '../records/records.ts';

/*
 * What an organization's policies are, for advice before a stamp: read once for some time, and
 * never by a prompt.
 */

export type PolicyRecord = v.InferOutput<typeof policy>;
export type UserRecord = UserFacts & v.InferOutput<typeof organization>['users'][number];

export type OrganizationRecords = {
  /** Undefined: they couldn't be read. */
  readonly policies: readonly PolicyRecord[] | undefined;
  readonly rootQuorum: v.InferOutput<typeof organization>['rootQuorum'];
  readonly users: readonly UserRecord[];
};

/** Policies change seldom, and each opened request would otherwise cost two reads. */
const MAX_AGE_MS = 30_000;

const policyList = v.object({ policies: v.array(policy) });
const organizationAnswer = v.object({ organizationData: organization });

type CachedRecords = { readonly at: number; readonly records: Promise<OrganizationRecords> };
const cache = new WeakMap<Client, Map<string, CachedRecords>>();

async function read(client: Client, profileId: string): Promise<OrganizationRecords> {
  const query = createQuery(client, profileId);
  const answers = await Promise.allSettled([
    query(QUORUM_QUERIES.policies.name, {}),
    query(QUORUM_QUERIES.organization.name, {}),
  ]);
  const [list, whole] = answers.map((one) => (one.status === 'fulfilled' ? one.value : undefined));
  const policies = v.safeParse(policyList, list);
  const found = v.safeParse(organizationAnswer, whole);
  const data = found.success ? found.output.organizationData : undefined;
  return {
    policies: policies.success ? policies.output.policies : undefined,
    rootQuorum: data?.rootQuorum,
    users: data?.users ?? [],
  };
}

/** The organization's policies, root quorum and users, as far as they can be read. Never rejects. */
export function readOrganizationRules(
  client: Client,
  profileId: string,
  now: number,
): Promise<OrganizationRecords> {
  const byProfile = cache.get(client) ?? new Map<string, CachedRecords>();
  cache.set(client, byProfile);
  const known = byProfile.get(profileId);
  if (known && Math.abs(now - known.at) < MAX_AGE_MS) return known.records;
  const records = read(client, profileId);
  byProfile.set(profileId, { at: now, records });
  return records;
}
