import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { moduleReportFile, readModuleReport } from '../module-report.ts';
import { ROOT } from '../tool.ts';
import { readBundledPackages } from './bundled.ts';
import type { BundledPackage } from './bundled.ts';

/** The file in the extension. */
export const NOTICES = 'licenses.txt';

const LINE = '-'.repeat(80);

const HEAD = `Keystamp is under the license below, and contains code of the packages after it, each under its own.
The list of public suffixes, site-suffixes.txt, is from https://publicsuffix.org/list/
and is under the Mozilla Public License 2.0, whose text is with webextension-polyfill.

${readFileSync(join(ROOT, 'LICENSE'), 'utf8')}`;

/** The notices as one text, in the given order. */
function noticesText(head: string, packages: readonly BundledPackage[]): string {
  return [head, ...packages.map(notice)].join(`\n${LINE}\n`);
}

function notice({ name, version, license, repository, licenseText }: BundledPackage): string {
  const facts = [`${name} ${version}`, `License: ${license}`];
  if (repository) facts.push(`Source: ${repository}`);
  // The license wants everyone who gets the code to learn where its source is.
  if (license === 'MPL-2.0') {
    facts.push(`Its source form is at ${repository}, under the tag ${version}.`);
  }
  return `${facts.join('\n')}\n\n${licenseText}\n`;
}

/** Adds the notices to a build, by its module report. Throws a `StepError` when one is missing. */
export function writeNotices(outDir: string, head: string = HEAD): void {
  const packages = readBundledPackages(ROOT, readModuleReport(moduleReportFile(outDir)));
  writeFileSync(join(outDir, NOTICES), noticesText(head, packages));
}
