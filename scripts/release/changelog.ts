import { StepError } from '../progress.mjs';

/*
 * CHANGELOG.md, in the form of keepachangelog.com 1.1.0: `## [Unreleased]`, then `## [VERSION] - DATE`,
 * the newest first.
 */

const UNRELEASED = '## [Unreleased]';
const headingOf = (version: string): string => `## [${version}] - `;

/**
 * Makes what is unreleased a version's, under the date (YYYY-MM-DD); unchanged if the version has its
 * heading. Throws a `StepError` if neither has an entry.
 */
export function releaseChanges(changelog: string, version: string, date: string): string {
  if (changelog.includes(`\n${headingOf(version)}`)) return changelog;
  const [before, after, more] = changelog.split(`\n${UNRELEASED}\n`);
  if (before === undefined || after === undefined || more !== undefined) {
    throw new StepError(`CHANGELOG.md has to have one heading “${UNRELEASED}”.`);
  }
  const released = `${before}\n${UNRELEASED}\n\n${headingOf(version)}${date}\n${after}`;
  if (changesOf(released, version) === '')
    throw new StepError('CHANGELOG.md has no entry to release.');
  return released;
}

/** What a version's part says, without its heading; empty if it says nothing or isn't there. */
export function changesOf(changelog: string, version: string): string {
  const [, part = ''] = changelog.split(`\n${headingOf(version)}`);
  const [text = ''] = part.split(/\n## /);
  return text.split('\n').slice(1).join('\n').trim();
}
