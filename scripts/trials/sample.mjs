/*
 * Which changes to a large area are tried: a sample, the same for the same seed and the same code, so
 * that a run that was stopped goes on with it. Stryker asks this checker about each change; what it
 * turns down counts neither as noticed nor as survived. The package that makes the changes comes with
 * Stryker, in its version.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { CheckStatus } from '@stryker-mutator/api/check';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { areaOf } from './areas.mjs';

/** @typedef {import('@stryker-mutator/api/check').CheckResult} CheckResult */
/** @typedef {import('@stryker-mutator/api/core').Mutant} Mutant */

/** @type {CheckResult} */
const PASSED = { status: CheckStatus.Passed };
/** @type {CheckResult} */
const LEFT_OUT = { status: CheckStatus.CompileError, reason: 'not in the sample' };

export const SEED = process.env['KEYSTAMP_SEED'] ?? '1';

const silent = () => undefined;
const LOGGER = { isDebugEnabled: () => false, debug: silent, info: silent, warn: silent };

/** @param {readonly string[]} patterns */
async function findMutants(patterns) {
  const files = globSync([...patterns]).map((name) => ({
    name,
    mutate: true,
    content: readFileSync(name, 'utf8'),
  }));
  const options = { plugins: null, excludedMutations: [], ignorers: [], noHeader: true };
  // @ts-expect-error of its logger it needs no more
  const { mutants } = await new Instrumenter(LOGGER).instrument(files, options);
  return mutants;
}

/**
 * What tells a change from every other, in any folder that the code is copied to.
 * @param {Mutant} mutant
 */
function nameOf({ fileName, location, mutatorName, replacement }) {
  const path = fileName.replaceAll('\\', '/').split('src/').at(-1);
  return JSON.stringify([path, location.start, location.end, mutatorName, replacement]);
}

/** @param {string} name */
const rankOf = (name) => createHash('sha256').update(`${SEED} ${name}`).digest('hex');

class SampleChecker {
  /** @type {ReadonlySet<string>} */
  sample = new Set();

  async init() {
    const { mutate, sample } = areaOf(process.env['KEYSTAMP_AREA']);
    const ranked = (await findMutants(mutate))
      .map((mutant) => nameOf(mutant))
      .map((name) => ({ name, rank: rankOf(name) }))
      .sort((one, other) => (one.rank < other.rank ? -1 : 1));
    this.sample = new Set(ranked.slice(0, sample).map(({ name }) => name));
  }

  /**
   * @param {readonly Mutant[]} mutants
   * @returns {Promise<Record<string, CheckResult>>}
   */
  async check(mutants) {
    return Object.fromEntries(
      mutants.map((mutant) => [mutant.id, this.sample.has(nameOf(mutant)) ? PASSED : LEFT_OUT]),
    );
  }

  /** All of them at once. @param {readonly Mutant[]} mutants */
  async group(mutants) {
    return [mutants.map(({ id }) => id)];
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, 'sample', SampleChecker)];
