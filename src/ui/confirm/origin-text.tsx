import { readOrigin } from '../../protocol/origin.ts';
import { VisibleText } from '../forms/visible-text.tsx';

/** A site's address as the browser says it: the host stressed, scheme and port beside it. */
export function Origin({ origin }: { readonly origin: string }) {
  const read = readOrigin(origin);
  if (!read) return <VisibleText text={origin} />;
  const { scheme, host, port } = read;
  return (
    <bdi class="origin">
      <span class="origin-rest">{`${scheme}://`}</span>
      <strong>{host}</strong>
      {port !== null && <span class="origin-rest">{`:${port}`}</span>}
    </bdi>
  );
}
