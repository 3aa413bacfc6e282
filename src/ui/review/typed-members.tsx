import type { TypedValue } from '../../client/signing.ts';
import { formatNumber, t } from '../i18n.ts';
import { Banner } from '../components/surfaces.tsx';
import { VisibleText } from '../forms/visible-text.tsx';

/* Every value of typed data, with the names that its types give them: nothing that is signed is left out. */

type Struct = Extract<TypedValue, { is: 'struct' }>;

/** How many values are drawn. Of a message with more, the others stand in its text. */
const MAX_DRAWN = 400;

/** How many values there are in one. */
function countOf(value: TypedValue): number {
  if (value.is === 'atom') return 1;
  const inner = value.is === 'list' ? value.items : [...value.members.values()];
  return inner.reduce((sum, one) => sum + countOf(one), 0);
}

export function TypedMembers({ message }: { readonly message: Struct }) {
  const more = countOf(message) - MAX_DRAWN;
  return (
    <>
      {more > 0 && (
        <Banner tone="warn" live={false} title={t('signing.more', { count: more })}>
          {t('signing.more.text')}
        </Banner>
      )}
      <TypedMemberList value={message} left={{ count: MAX_DRAWN }} />
    </>
  );
}

/** Counts down while a message is drawn. */
type Left = { count: number };

function TypedMemberList(props: {
  readonly value: Exclude<TypedValue, { is: 'atom' }>;
  readonly left: Left;
}) {
  const { value, left } = props;
  const members: readonly (readonly [string, TypedValue])[] =
    value.is === 'list'
      ? value.items.map((item, at) => [formatNumber(at + 1), item] as const)
      : [...value.members];
  if (members.length === 0) return <p class="muted">{t('signing.empty')}</p>;
  return (
    <dl class="facts typed-members">
      {members.map(([name, member]) => {
        if (left.count <= 0) return null;
        if (member.is === 'atom') left.count -= 1;
        return (
          <div key={name}>
            <dt>
              <VisibleText text={name} />
            </dt>
            <dd>
              {member.is === 'atom' ? (
                <Atom value={member.value} />
              ) : (
                <TypedMemberList value={member} left={left} />
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function Atom({ value }: { readonly value: bigint | boolean | string }) {
  if (value === '') return <span class="muted">{t('signing.empty')}</span>;
  return <VisibleText text={String(value)} layout="lines" grouped />;
}
