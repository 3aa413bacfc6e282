import { buildFolder } from '../build-folders.ts';
import type { Browser } from '../build-folders.ts';
import { moduleReportFile, readModuleReport } from '../module-report.ts';
import { ROOT } from '../tool.ts';
import { VERSION } from './archives.ts';
import { readBundledPackages } from './bundled.ts';
import { readCommit } from './commit.ts';
import { buildSbom, readNpmSbom, readShippedData } from './sbom.ts';

const reportOf = (browser: Browser) =>
  readModuleReport(moduleReportFile(buildFolder(browser, 'store')));

/** The bill of materials of the store builds that are in `.output`, as JSON text. */
export async function sbomOfBuild(): Promise<string> {
  // Both builds use the same file names.
  const others = Object.entries(reportOf('firefox')).map(([name, ids]) => [`firefox/${name}`, ids]);
  const packages = readBundledPackages(ROOT, {
    ...reportOf('chrome'),
    ...(Object.fromEntries(others) as ReturnType<typeof reportOf>),
  });
  return buildSbom(await readNpmSbom(ROOT), packages, {
    data: readShippedData(ROOT),
    version: VERSION,
    commit: await readCommit(ROOT),
  });
}
