import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import * as v from 'valibot';
import { createVitest } from 'vitest/node';
import { isNode, parseSource } from '../../test/floors/source.ts';
import { ROOT } from '../tool.ts';
import { ENTERED_FILE } from './marker.ts';

const report = v.record(v.string(), v.array(v.string()));

/**
 * The modules of the extension, without its UI, that a wallet's new name enters as an argument of one
 * of their functions: by `popup` from a call of the popup, by `page` from a web page's request.
 */
export async function enteredModules(): Promise<Readonly<Record<string, readonly string[]>>> {
  const vitest = await createVitest(
    {
      config: false,
      root: ROOT,
      include: ['scripts/structure/rename-wallet.ts'],
      // It does not know that this code is not what is in the files.
      fsModuleCache: false,
      watch: false,
      reporters: [{}],
      testTimeout: 60_000,
      hookTimeout: 60_000,
    },
    { plugins: [instrumented], envDir: false },
  );
  const { testModules, unhandledErrors } = await vitest.start();
  await vitest.close();
  if (unhandledErrors.length > 0 || !testModules.every((one) => one.ok())) {
    throw new Error(
      'The rename of a wallet did not go through: scripts/structure/rename-wallet.ts',
    );
  }
  return v.parse(report, JSON.parse(readFileSync(ENTERED_FILE, 'utf8')));
}

/** Gives Vitest the extension's code with a call at the start of every function. */
const instrumented = {
  name: 'instrumented',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    const path = relative(ROOT, id).replaceAll('\\', '/');
    const isCounted = /^src\/(?!service\/|ui\/).*\.ts$/.test(path);
    return isCounted ? { code: withCalls(path, code), map: null } : undefined;
  },
};

function withCalls(path: string, code: string): string {
  const inserted = parseSource(path, code).nodes.flatMap((node) => {
    const { body, params } = node;
    if (!/Function/.test(node.type) || !isNode(body) || !Array.isArray(params)) return [];
    const names = params.flatMap(namesIn);
    if (names.length === 0) return [];
    const call = `globalThis.keystampEntered?.(${JSON.stringify(path)}, [${names.join(', ')}])`;
    const end = Number(body['end']);
    return body.type === 'BlockStatement' || body.type === 'FunctionBody'
      ? [{ at: body.start + 1, text: `${call};` }]
      : [
          { at: body.start, text: `(${call}, (` },
          { at: end, text: '))' },
        ];
  });
  return inserted
    .toSorted((one, other) => other.at - one.at)
    .reduce((text, { at, text: more }) => text.slice(0, at) + more + text.slice(at), code);
}

/** The names that a parameter binds. */
function namesIn(pattern: unknown): readonly string[] {
  if (!isNode(pattern)) return [];
  const { properties, elements } = pattern;
  if (pattern.type === 'Identifier') return [String(pattern['name'])];
  if (pattern.type === 'AssignmentPattern') return namesIn(pattern['left']);
  if (pattern.type === 'RestElement') return namesIn(pattern['argument']);
  const parts: readonly unknown[] = Array.isArray(properties)
    ? properties
    : Array.isArray(elements)
      ? elements
      : [];
  return parts.flatMap((part) =>
    namesIn(isNode(part) && part.type === 'Property' ? part['value'] : part),
  );
}
