import { useState } from 'preact/hooks';
import type { RecordKind } from '../../protocol/fields.ts';
import { t } from '../i18n.ts';
import { Section } from '../components/surfaces.tsx';
import { Button, IconButton } from '../components/button.tsx';
import { Field } from '../components/field.tsx';
import { Icon } from '../components/icon.tsx';
import { VisibleText } from '../forms/visible-text.tsx';
import { visibleText } from '../forms/visible.ts';
import { nameText } from '../forms/words.ts';
import { hashOf, type ObjectPlace } from '../page/routes.ts';
import { AddLinks } from './create-links.tsx';
import { SentEdit } from './edit-in-place.tsx';
import { tagChangeFor, type TagChange } from './object-actions.ts';
import { useList, useRecords } from './object-state.ts';
import type { ObjectPartProps } from './object-row.tsx';
import { Picker } from './picker.tsx';
import { textsOf } from './record-members.ts';
import { useReviewedChange } from './reviewed-change.tsx';

/** The tag, and the record that gets or loses it. */
type Pair = { readonly tag: string; readonly member: string };

/**
 * Puts a tag on a record or takes it away, from either's screen: one choice and its review. What is on
 * its way stands in `sending` with the text it was begun with.
 */
export function useMembership(change: TagChange, place: ObjectPlace) {
  const { row, pick, fields } = change;
  const { start, offer, sheet, sent } = useReviewedChange(row);
  const begin = (how: 'add' | 'remove', { tag, member }: Pair, title: string) =>
    void start(
      { fixed: { [pick]: tag, [fields[how]]: [member] }, initial: {}, about: place },
      { title, isDanger: how === 'remove' },
    );
  const sending = sent && (
    <SentEdit row={row} id={sent.id} onDone={offer}>
      {sent.title}
    </SentEdit>
  );
  return { begin, sheet, sending };
}

type AddingProps = {
  readonly of: RecordKind;
  readonly label: string;
  /** What has been added already. */
  readonly without: readonly string[];
  readonly place: ObjectPlace;
  readonly onPick: (id: string) => void;
};

/** A button, and the list of what can be added that it opens; the first choice closes that. */
export function useAdding({ of, label, without, place, onPick }: AddingProps) {
  const records = useRecords();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const pickOne = ([picked]: readonly string[]) => {
    close();
    if (picked !== undefined) onPick(picked);
  };
  return {
    button: !isOpen && (
      <Button kind="quiet" small icon="plus" onClick={() => setOpen(true)}>
        {label}
      </Button>
    ),
    list: isOpen && (
      <div class="stack-near">
        <Field label={label}>
          {(ids) => (
            <Picker
              {...{ ids, of, records, without }}
              many={false}
              values={[]}
              startsOpen
              onChange={pickOne}
              onLeave={close}
            />
          )}
        </Field>
        <AddLinks part={of} place={place} />
      </div>
    ),
  };
}

/** The tags of a record, each with a way to take it away, and the ones that can be added. */
export function Tags({ place, item }: ObjectPartProps) {
  const change = tagChangeFor(place.kind);
  return change ? <TagChips {...{ change, place, item }} /> : null;
}

function TagChips({ change, place, item }: ObjectPartProps & { readonly change: TagChange }) {
  const { tagKind, member } = change;
  const { items } = useList(tagKind);
  const { begin, sheet, sending } = useMembership(change, place);
  const ids = textsOf(item, member);
  const label = t('object.tags.add');
  const adding = useAdding({
    of: tagKind,
    label,
    without: ids,
    place,
    onPick: (tag) => begin('add', { tag, member: item.id }, label),
  });
  return (
    <Section title={t('app.place.userTag')} aside={adding.button}>
      {adding.list}
      {ids.length === 0 && !sending && <p class="muted">{t('object.tags.none')}</p>}
      <ul class="chips">
        {ids.map((tag) => {
          const name = nameText(items?.get(tag)?.name ?? '') || tag;
          const pair = { tag, member: item.id };
          return (
            <li key={tag} class="chip">
              <Icon name="tag" size={12} />
              <a class="chip-name" href={hashOf({ screen: 'object', kind: tagKind, id: tag })}>
                <VisibleText text={name} />
              </a>
              <IconButton
                name="close"
                label={t('object.tags.removeWhat', { name: visibleText(name) })}
                onClick={() => begin('remove', pair, t('object.tags.remove'))}
              />
            </li>
          );
        })}
      </ul>
      {sending}
      {sheet}
    </Section>
  );
}
