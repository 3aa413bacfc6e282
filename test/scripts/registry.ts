import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/* A registry on loopback that serves what a test puts into it, and signs for it whatever is asked. */

/** A package: its package.json without name and version, and its other files. */
export type Contents = {
  readonly manifest?: Readonly<Record<string, unknown>>;
  readonly files?: Readonly<Record<string, string>>;
};

const VERSION = '1.0.0';
const BLOCK = 512;

/** One entry of a tar archive, in the oldest form that npm reads. */
function tarEntry(path: string, text: string): Buffer {
  const content = Buffer.from(text);
  const header = Buffer.alloc(BLOCK);
  header.write(`package/${path}`);
  header.write('0000755\0', 100);
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  const padding = Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK);
  return Buffer.concat([header, content, padding]);
}

/** The archive of a package, as a registry serves it. */
export function packageArchive(name: string, { manifest = {}, files = {} }: Contents): Buffer {
  const all = {
    'package.json': JSON.stringify({ name, version: VERSION, ...manifest }),
    ...files,
  };
  const entries = Object.entries(all).map(([path, text]) => tarEntry(path, text));
  return gzipSync(Buffer.concat([...entries, Buffer.alloc(2 * BLOCK)]));
}

/** The form of package-lock.json. */
export const integrityOf = (archive: Buffer): string =>
  `sha512-${createHash('sha512').update(archive).digest('base64')}`;

export type Registry = {
  readonly url: string;
  /** What it serves, by name. It calls each the genuine one. */
  readonly archives: Map<string, Buffer>;
  close(): Promise<void>;
};

export async function startRegistry(): Promise<Registry> {
  const archives = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const [, name = '', archive] = decodeURIComponent(request.url ?? '').split('/');
    const found = archives.get(name);
    if (!found) return void response.writeHead(404).end('{}');
    if (archive !== undefined) return void response.end(found);
    const dist = { tarball: `${url}/${name}/archive.tgz`, integrity: integrityOf(found) };
    const versions = { [VERSION]: { name, version: VERSION, dist } };
    response.end(JSON.stringify({ name, 'dist-tags': { latest: VERSION }, versions }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url, archives, close };
}
