import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { writeParts } from '../../../src/policies/built-policy.ts';
import { OFFICE_HOURS, templatePolicy, TEMPLATES } from '../../../src/policies/policy-templates.ts';
import type { ClauseName } from '../../../src/policies/published-names.ts';
import { writeDay } from '../../../src/policies/whole-days.ts';
import { policySentences } from '../../../src/ui/forms/policy-sentences.ts';
import { addRowWords } from '../../../src/ui/forms/words.ts';
import { addWords } from '../../../src/ui/i18n.ts';
import { appWords } from '../../../src/ui/words/en/app.ts';
import { policyScreenWords } from '../../../src/ui/words/en/policy-screen.ts';
import { requestFor, serviceOutcome } from '../../policies/policy-requests.ts';
import { drawFrom } from '../../policies/random-draw.ts';
import type { PolicyMembers } from '../../policies/random-policies.ts';
import { readPolicyText } from './policy-reader.ts';

/*
 * Sixty policies made of the published clauses, the templates and dates: what their sentences say, read as English, is held
 * against what the local service decides. A sentence may leave open what its policy allows; it never says less.
 */

/** As many requests of all policies together: `npm run trials` asks more than 10,000. */
const REQUESTS = Number(process.env['KEYSTAMP_POLICY_TRIALS'] ?? 2000);
const SEED = Number(process.env['KEYSTAMP_SEED'] ?? 20_261_127);
const TIMEOUT_MS = 120_000 + 5 * REQUESTS;

const ACCEPTED = (
  JSON.parse(readFileSync('test/vectors/policy-clauses.json', 'utf8')) as readonly {
    readonly kind: ClauseName;
    readonly text: string;
    readonly expected: string;
  }[]
).filter(({ expected }) => expected === 'accepted');

const textsOf = (kind: ClauseName): readonly string[] =>
  ACCEPTED.flatMap((row) => (row.kind === kind ? [row.text] : []));

const SIGNING =
  /^(?!.*EXPORT)(?:.*'SIGN|.*SIGN_|.*eth\.|.*solana\.|.*tron\.|.*bitcoin\.|.*tempo\.)/s;

/** Twenty about signing, and forty others; every third denies, every second has a consensus, every fourth a time. */
function publishedPolicies(): readonly PolicyMembers[] {
  const [consensus, time] = [textsOf('consensus'), textsOf('time')];
  const conditions = textsOf('condition');
  const signing = conditions.filter((one) => SIGNING.test(one) && one.includes('SIGN'));
  const others = conditions.filter((one) => !SIGNING.test(one));
  const chosen = [...signing.slice(0, 20), ...others.slice(0, 40)];
  const filled = Array.from({ length: 60 }, (_, at) => chosen[at % chosen.length] ?? '');
  return filled.map((condition, at) => ({
    policyId: `p${at}`,
    policyName: `Policy ${at}`,
    effect: at % 3 === 2 ? 'EFFECT_DENY' : 'EFFECT_ALLOW',
    consensus: at % 2 === 0 ? (consensus[at % consensus.length] ?? null) : null,
    condition,
    time: at % 4 === 1 ? (time[at % time.length] ?? null) : null,
  }));
}

const templates = (): readonly PolicyMembers[] =>
  TEMPLATES.map((name) => {
    const { effect, ...parts } = templatePolicy(name, 'u1', 'Europe/Berlin');
    return {
      policyId: name,
      policyName: name,
      effect,
      consensus: writeParts('consensus', parts.consensus),
      condition: writeParts('condition', parts.condition),
      time: writeParts('time', parts.time),
    };
  });

/** What the form's dates write, alone and beside hours; the last ends before it begins. */
const dated = (): readonly PolicyMembers[] =>
  [
    ['2026-02-10', '2026-05-20'],
    ['2026-03-29', ''],
    ['', '2026-04-30'],
    ['2026-05-01', '2026-03-01'],
  ].flatMap(([from = '', until = ''], at) =>
    [[], [{ ...OFFICE_HOURS, zone: 'Europe/Berlin', isOutside: false }] as const].map((hours) => {
      const dates = [writeDay('from', from), writeDay('until', until)];
      const spans = [...dates.filter((one) => one !== undefined), ...hours];
      return {
        policyId: `d${at}-${hours.length}`,
        policyName: 'Dates',
        effect: at === 1 ? 'EFFECT_DENY' : 'EFFECT_ALLOW',
        consensus: null,
        condition: null,
        time: writeParts('time', spans),
      };
    }),
  );

const POLICIES = [...publishedPolicies(), ...templates(), ...dated()];
// Names are the ids: the reader has no other list of people.
const textOf = (policy: PolicyMembers): string => policySentences(policy, (_, id) => id).join(' ');

beforeAll(() => {
  addWords(appWords);
  addWords(policyScreenWords);
  addRowWords();
});

test('behavior: sixty policies, the templates and eight with dates, twenty about signing', () => {
  expect(POLICIES).toHaveLength(72);
  expect(POLICIES.filter(({ condition }) => condition?.includes('SIGN')).length).toBeGreaterThan(
    20,
  );
});

const JARGON =
  /&&|\|\||==|approvers|credentials\.|activity\.|CronSpan|Timestamp|ACTIVITY_TYPE|cron\b/;

test('behavior: their sentences are short and have no word of the language', () => {
  for (const policy of POLICIES) {
    const sentences = policySentences(policy, (_, id) => id);
    expect(textOf(policy)).not.toMatch(JARGON);
    for (const one of sentences) expect([one, one.split(' ').length < 40]).toEqual([one, true]);
  }
});

test(
  'property: what the sentences say is what the service decides, and never less than it allows',
  () => {
    const seen = { told: 0, open: 0, allowed: 0, denied: 0 };
    const each = Math.ceil(REQUESTS / POLICIES.length);
    for (const [at, policy] of POLICIES.entries()) {
      const [g, outcome] = [drawFrom(SEED + at), serviceOutcome(policy)];
      const text = textOf(policy);
      const says = readPolicyText(text);
      for (let left = each; left > 0; left -= 1) {
        const request = requestFor(g, policy);
        const [said, done] = [says(request), outcome(request)];
        const holds = done === 'OUTCOME_ALLOW' || done === 'OUTCOME_DENY_EXPLICIT';
        seen[said === undefined ? 'open' : 'told'] += 1;
        if (holds) seen[policy.effect === 'EFFECT_ALLOW' ? 'allowed' : 'denied'] += 1;
        if (said === undefined) continue;
        expect([text, request, said]).toEqual([text, request, holds]);
      }
    }
    expect(seen.allowed).toBeGreaterThan(REQUESTS * 0.02);
    expect(seen.denied).toBeGreaterThan(REQUESTS * 0.005);
    expect(seen.told).toBeGreaterThan(REQUESTS * 0.5);
  },
  TIMEOUT_MS,
);

test('property: whoever a sentence says is denied at once is, and waits for nobody', () => {
  let denied = 0;
  for (const [at, policy] of POLICIES.entries()) {
    const text = textOf(policy);
    const [, names = ''] = /^(.*?) can /.exec(text) ?? [];
    if (!text.includes('A request by anyone else is denied')) continue;
    const [g, outcome] = [drawFrom(SEED + at), serviceOutcome(policy)];
    for (let left = 100; left > 0; left -= 1) {
      const request = requestFor(g, policy);
      const [first] = request.approvals;
      if (!first) continue;
      const named = [first.user.id, ...first.user.tags].some((one) => names.includes(`“${one}”`));
      if (named) continue;
      const done = outcome({ ...request, approvals: [first] });
      expect([text, done === 'OUTCOME_ALLOW' || done === 'OUTCOME_REQUIRES_CONSENSUS']).toEqual([
        text,
        false,
      ]);
      denied += 1;
    }
  }
  expect(denied).toBeGreaterThan(200);
});
