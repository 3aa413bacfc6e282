import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import type { Plugin } from 'vite';
import { ROOT } from './tool.ts';
import { BACKGROUND, CORE, RUNTIME } from './worker-parts.ts';

/** Chunk file (`chunks/popup-x.js`) to the repository's modules in it. */
export type ModuleReport = Readonly<Record<string, readonly string[]>>;

/** The report of one build lies next to it: `.output/chrome-mv3.modules.json`. */
export const moduleReportFile = (outDir: string): string => `${outDir}.modules.json`;

/**
 * Vite plugin that records which module went into which chunk, so that a test can check that the
 * popup has no vault code. WXT runs one Vite build for all pages and one for each worker or script;
 * the report collects them, and `clearModuleReport` starts a new one.
 */
export function moduleReport(): Plugin {
  let outDir = '';
  return {
    name: 'keystamp:module-report',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    // Not writeBundle: the page's build generates and writes the bundles of `new Worker(…)`.
    generateBundle(_options, bundle) {
      const file = moduleReportFile(outDir);
      const report: Record<string, readonly string[]> = { ...readModuleReport(file) };
      for (const [name, output] of Object.entries(bundle)) {
        if (output.type === 'chunk') report[name] = output.moduleIds.map(shortName);
      }
      const { [CORE]: core, [RUNTIME]: _runtime, ...others } = report;
      const found = core ? { ...others, [BACKGROUND]: core } : report;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(found, null, 1));
    },
  };
}

/** The report on disk, or an empty one when there is none. */
export function readModuleReport(file: string): ModuleReport {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ModuleReport;
  } catch {
    return {};
  }
}

export function clearModuleReport(outDir: string): void {
  rmSync(moduleReportFile(outDir), { force: true });
}

/** A path from the repository's folder; virtual modules keep their names, without that folder. */
function shortName(id: string): string {
  const [path = ''] = id.split('?');
  return path.startsWith(ROOT)
    ? relative(ROOT, path).split(sep).join('/')
    : id.replaceAll('\0', '').replaceAll(`${ROOT}/`, '');
}
