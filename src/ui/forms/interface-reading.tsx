import type * as reader from '../../client/interface/read-interface.ts';
import { addWords, findText, formatList, t } from '../i18n.ts';
import { useLatest } from '../components/use-reading.ts';
import { lastReading, type LastReading } from './last-reading.ts';
import { VisibleText } from './visible-text.tsx';
import { visibleText } from './visible.ts';
import { ruleText } from './words.ts';

/** What reads an interface: no form but those with one load it. */
export type InterfaceReader = typeof reader;
export type InterfaceReading = reader.InterfaceReading;

async function loadWords(): Promise<true> {
  const { interfaceReadingWords } = await import('../words/en/interface-reading.ts');
  addWords(interfaceReadingWords);
  return true;
}

/** The reader, once it and its words are here. Without it the form takes the service's own form only. */
export const useInterfaceReader = (): InterfaceReader | undefined =>
  useLatest(async () => {
    const [module] = await Promise.all([
      import('../../client/interface/read-interface.ts'),
      loadWords(),
    ]);
    return module;
  }, []);

/** Names of members that fit in a sentence. */
const MAX_NAMES = 6;

function noteText(note: reader.ReadingNote): string {
  if (note.kind === 'left') {
    const shown = note.names.slice(0, MAX_NAMES).map((name) => visibleText(name.slice(0, 40)));
    const count = note.names.length - shown.length;
    if (count === 0) return t('interface.note.left', { names: formatList(shown) });
    return t('interface.note.leftMore', { names: shown.join(', '), count });
  }
  const values = 'count' in note ? { count: note.count } : {};
  return findText(`interface.note.${note.kind}`, values) ?? '';
}

/** What was read and what was left out, one sentence each. */
function sentencesOf({ source, name, notes }: LastReading): readonly string[] {
  const named = name !== '' && source !== 'idl' ? visibleText(name.slice(0, 100)) : '';
  return [
    findText(`interface.source.${source}`) ?? '',
    named && t('interface.named', { name: named }),
    ...notes.map(noteText),
  ].filter(Boolean);
}

/** Why a text can't be read, and what to do. */
export function readingFault(reading: Extract<InterfaceReading, { ok: false }>): string {
  const { fault, subject, at = 0, rule } = reading;
  const key = fault === 'entry' && at > 0 ? 'entryAt' : fault;
  const values = { subject: visibleText(subject), at, rule: rule ? ruleText(rule) : '' };
  return findText(`interface.fault.${key}`, values) ?? '';
}

/** What a sent or typed interface was read from; nothing if it is what somebody pasted. */
export function InterfaceReadingNotes({ text }: { readonly text: unknown }) {
  const reading = lastReading.value;
  // A form that was kept may be reviewed before anything of it is read again.
  const hasWords = useLatest(loadWords, []);
  if (!hasWords || !reading || reading.text !== text) return null;
  const sentences = sentencesOf(reading);
  if (sentences.length === 0) return null;
  return (
    <p class="note" role="status">
      <VisibleText text={sentences.join(' ')} />
    </p>
  );
}
