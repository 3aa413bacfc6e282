import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync } from 'node:fs';

/*
 * A program as a careful host runs it: as the user nobody, in a file system that nobody can write to, but
 * for one folder. Linux's own means do it, where the tests run as root: a mount namespace of its own.
 */

/** Remounts everything for reading but the folder, gives up root, and becomes the program. */
const CONFINE = `
set -e
mount --make-rprivate /
mount --bind "$1" "$1"
while read -r _ _ _ _ place _; do
  [ "$place" = "$1" ] || mount -o remount,bind,ro "$place" 2>/dev/null || true
done < /proc/self/mountinfo
shift
cd /
exec setpriv --reuid=nobody --regid="$(id -g nobody)" --clear-groups "$@"
`;

/** The command that runs what follows it as nobody, who can write into `folder` alone. */
export function confinedTo(folder: string): readonly string[] {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { stdio: 'pipe' }));
  chownSync(folder, id('-u'), id('-g'));
  return ['unshare', '--mount', 'sh', '-c', CONFINE, 'confine', folder];
}

/**
 * Why this machine can't confine a program, or undefined when it can. For `test.skipIf`, with the reason
 * in the test's name. In continuous integration it throws instead.
 */
export function whyNotConfined(): string | undefined {
  if (process.getuid?.() === 0) {
    const { status } = spawnSync('unshare', ['--mount', 'setpriv', '--reuid=nobody', 'true']);
    if (status === 0) return undefined;
  }
  const reason = 'only root of a Linux can take a program’s rights away this way';
  if (process.env['CI'] === 'true') throw new Error(`${reason}, and CI may not skip these tests`);
  return reason;
}
