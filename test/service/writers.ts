// Twenty writers at one or two services, and what must hold of what they wrote.
import { expect } from 'vitest';
import type { RunningService } from '../e2e/service.ts';
import { newSetUpCode } from '../set-up-code.ts';
import { createKey } from './harness.ts';
import type { RunningPostgres } from './postgres.ts';

export const WRITERS = 20;
/** How long writers write before the outage, and after the database answers again. */
const AROUND_MS = 400;
const SUBMIT = '/public/v1/submit/';

/** A submit as a transaction of several statements, and one as a single statement; used in turn. */
const WRITES = [
  {
    name: 'create_user_tag',
    type: 'ACTIVITY_TYPE_CREATE_USER_TAG',
    parameters: (name: string) => ({ userTagName: name, userIds: [] }),
  },
  {
    name: 'create_smart_contract_interface',
    type: 'ACTIVITY_TYPE_CREATE_SMART_CONTRACT_INTERFACE',
    parameters: (name: string) => ({
      smartContractAddress: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      smartContractInterface: '[{"type":"function","name":"f","inputs":[]}]',
      type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
      label: name,
    }),
  },
] as const;
/** The names that both writes have created. */
const NAMES = 'select name from tags union all select label from contract_interfaces';
const TYPES = WRITES.map(({ type }) => `'${type}'`).join();
/** A refusal while the database is away. */
export const UNAVAILABLE = {
  code: 14,
  message:
    'the database of this service does not answer; whether the request was carried out is not known: send the same bytes again',
  details: [],
  turnkeyErrorCode: '',
};

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export type Written = { readonly refused: readonly unknown[]; readonly names: readonly string[] };
export type Writers = {
  /** Writes before, during and after `outage`: the refusals that writers got, and the names they wrote. */
  readonly writeThrough: (
    outage: () => Promise<unknown>,
    at: readonly RunningService[],
  ) => Promise<Written>;
  /** How many activities all of them have had so far. */
  readonly written: () => number;
  /** Stamps with the writers' key. */
  readonly stamp: (body: string) => Promise<string>;
};

/** Writers whose key is enrolled at a service. */
export async function createWriters(service: RunningService): Promise<Writers> {
  const key = await createKey();
  const curveType = 'API_KEY_CURVE_P256';
  const enrolment = { publicKey: key.publicKey, curveType, setUpCode: newSetUpCode() };
  const body = JSON.stringify(enrolment);
  await fetch(`${service.url}/local/enrol`, { method: 'POST', body });
  let written = 0;

  /** Sends one activity until it has run, to another service each time. */
  async function write(at: readonly RunningService[], refused: unknown[]): Promise<string> {
    const number = (written += 1);
    const recordName = `Made ${number}`;
    const { name, type, parameters: of } = WRITES[number % 2 === 0 ? 0 : 1];
    const body = JSON.stringify({
      type,
      timestampMs: String(Date.now()),
      organizationId: at[0]?.organizationId,
      parameters: of(recordName),
    });
    const headers = { 'X-Stamp': await key.stamp(body) };
    for (let turn = number; ; turn += 1) {
      const url = `${at[turn % at.length]?.url}${SUBMIT}${name}`;
      const response = await fetch(url, { method: 'POST', body, headers });
      if (response.ok) return recordName;
      refused.push([response.status, await response.json()]);
      await pause(20);
    }
  }

  /** The refusals that writers got during the outage, and the names they wrote. */
  async function writeThrough(outage: () => Promise<unknown>, at: readonly RunningService[]) {
    const refused: unknown[] = [];
    const names: string[] = [];
    let over = false;
    const writers = Array.from({ length: WRITERS }, async () => {
      while (!over) names.push(await write(at, refused));
    });
    // However slow the machine is: written before it, and again after it.
    const writeSome = async (more: number) => {
      const before = names.length;
      await pause(AROUND_MS);
      while (names.length <= before + more) await pause(20);
    };
    await writeSome(WRITERS);
    await outage();
    await writeSome(1);
    over = true;
    await Promise.all(writers);
    return { refused, names };
  }

  return { writeThrough, written: () => written, stamp: key.stamp };
}

/** Nothing that was answered is lost, nothing was done twice, and who was refused got 503. */
export async function expectOnce(
  { written }: Writers,
  { refused, names }: Written,
  query: RunningPostgres['query'],
): Promise<void> {
  expect(refused.length).toBeGreaterThan(0);
  for (const item of refused) expect(item).toEqual([503, UNAVAILABLE]);
  expect(names.length).toBeGreaterThan(WRITERS);
  const list = names.map((name) => `'${name}'`).join();
  const [effects] = await query(
    `select count(*)::int, count(distinct name)::int as names from (${NAMES}) made
     where name in (${list})`,
  );
  expect(effects).toEqual({ count: names.length, names: names.length });
  const [acts] = await query(
    `select count(*)::int, sum(executions)::int as done from activities where type in (${TYPES})`,
  );
  expect(acts).toEqual({ count: written(), done: written() });
}
