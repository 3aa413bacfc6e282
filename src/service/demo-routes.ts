// The demo dApp: a few built files, each under its own name. No path ever comes from a request.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hono } from 'hono';
import type { RouteEnvironment } from './client-address.ts';

/** Directives for every page of the demo: its own scripts and styles, and no network at all. */
const STRICT_DIRECTIVES = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
];
const contentSecurityPolicy = (...directives: readonly string[]): string =>
  [...STRICT_DIRECTIVES, ...directives].join('; ');

const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

type ServedFile = { readonly file: string; readonly type: string; readonly policy?: string };

const INDEX: ServedFile = {
  file: 'index.html',
  type: HTML,
  policy: contentSecurityPolicy("frame-ancestors 'none'"),
};

/** Address to file. */
const FILES: Readonly<Record<string, ServedFile>> = {
  '/demo': INDEX,
  '/demo/': INDEX,
  '/demo/demo.js': { file: 'demo.js', type: SCRIPT },
  '/demo/demo.css': { file: 'demo.css', type: 'text/css; charset=utf-8' },
  // Shows how attacks end; one of them needs a frame, which is a page of its own.
  '/demo/hostile': {
    file: 'hostile.html',
    type: HTML,
    policy: contentSecurityPolicy("frame-src 'self'", "frame-ancestors 'none'"),
  },
  '/demo/hostile.js': { file: 'hostile.js', type: SCRIPT },
  '/demo/frame': {
    file: 'frame.html',
    type: HTML,
    policy: contentSecurityPolicy("frame-ancestors 'self'", 'sandbox allow-scripts'),
  },
  '/demo/frame.js': { file: 'frame.js', type: SCRIPT },
};

/**
 * Adds the demo dApp's pages, read from `folder`; if they aren't built, a page says how to build
 * them.
 */
export function addDemoRoutes(app: Hono<RouteEnvironment>, folder: string): void {
  for (const [path, servedFile] of Object.entries(FILES)) {
    app.get(path, async () => {
      const content = await readBuiltFile(join(folder, servedFile.file));
      if (content !== undefined) return respond(200, content, servedFile);
      return respond(404, NOT_BUILT_PAGE, { ...INDEX, file: '' });
    });
  }
}

async function readBuiltFile(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function respond(
  status: number,
  body: string,
  { type, policy: securityPolicy }: ServedFile,
): Response {
  return new Response(body, {
    status,
    headers: {
      'Content-Type': type,
      'Cache-Control': 'no-cache',
      'Referrer-Policy': 'no-referrer',
      ...(securityPolicy !== undefined && {
        'Content-Security-Policy': securityPolicy,
        'Cross-Origin-Opener-Policy': 'same-origin',
      }),
    },
  });
}

const NOT_BUILT_PAGE = `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <title>The demo is not built</title>
  <h1>The demo is not built</h1>
  <p>Run <code>npm run build</code> in Keystamp’s folder, then reload this page.</p>
</html>
`;
