import type { KeyRefusalView } from '../../../client/import/sealable-key.ts';
import { formatList, findText, t } from '../../i18n.ts';

/** What a text was recognized as, by name: `Bitcoin address`. */
export function encodingText(encoding: string | undefined): string {
  return findText(`import.found.${encoding ?? 'other'}`) ?? encoding ?? '';
}

/** The Unicode notation of a character that no key contains: `U+200B`. */
function characterText(codePoint: number | undefined): string {
  return codePoint === undefined
    ? ''
    : `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Why a text isn't a private key: a sentence for the reason, then length and position if known. */
export function refusalTexts({ reason, facts }: KeyRefusalView): readonly string[] {
  const {
    encoding: found,
    possibleEncodings: candidates = [],
    codePoint,
    count = 0,
    length,
    position,
  } = facts;
  const sentence = findText(`import.refused.${reason}`, {
    found: encodingText(found),
    candidates: formatList(candidates.map(encodingText), 'disjunction'),
    character: characterText(codePoint),
    count,
  });
  const lengths = length && {
    count: length.got,
    expected: formatList(length.expected.map(String), 'disjunction'),
  };
  return [
    sentence ?? reason,
    ...(lengths ? [t(`import.refused.length.${length.unit}`, lengths)] : []),
    ...(position === undefined ? [] : [t('import.refused.position', { at: position + 1 })]),
  ];
}

/** The display name of a curve. */
export function curveText(curve: string): string {
  return findText(`choice.${curve}`) ?? curve;
}

/** A chain's name, or a word for a group that isn't a chain. */
export function chainText(chain: string, name: string): string {
  return findText(`import.chain.${chain}`) ?? name;
}

/** Another interpretation of a format's rule, in words. */
export function readingText(reading: string): string {
  return findText(`import.reading.${reading}`) ?? reading;
}
