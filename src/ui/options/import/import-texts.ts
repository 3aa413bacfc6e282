import type { KeyRefusalView } from '../../../client/import/sealable-key.ts';
import { formatList, findText, t } from '../../i18n.ts';

/** What a text was taken for: `a Bitcoin address`. */
export function encodingText(encoding: string | undefined): string {
  return findText(`import.found.${encoding ?? 'other'}`) ?? encoding ?? '';
}

/** A character that cannot be part of a key, as Unicode names it: `U+200B`. */
function characterText(codePoint: number | undefined): string {
  return codePoint === undefined
    ? ''
    : `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Why a text is no private key: the sentence of the reason, then what is known of the place. */
export function refusalTexts({ reason, facts }: KeyRefusalView): readonly string[] {
  const {
    encoding: found,
    possibleEncodings: candidates = [],
    codePoint,
    length,
    position,
  } = facts;
  const sentence = findText(`import.refused.${reason}`, {
    found: encodingText(found),
    candidates: formatList(candidates.map(encodingText)),
    character: characterText(codePoint),
  });
  const lengths = length && {
    got: length.got,
    unit: t(`import.unit.${length.unit}`),
    expected: formatList(length.expected.map(String)),
  };
  return [
    sentence ?? reason,
    ...(lengths ? [t('import.refused.length', lengths)] : []),
    ...(position === undefined ? [] : [t('import.refused.position', { at: position + 1 })]),
  ];
}

/** A format by the name that a person reads. */
export function formatText(format: string): string {
  return findText(`choice.${format}`) ?? format;
}

/** A curve by its name. */
export function curveText(curve: string): string {
  return findText(`choice.${curve}`) ?? curve;
}

/** A chain by its name; what is no chain is a word. */
export function chainText(chain: string, name: string): string {
  return findText(`import.chain.${chain}`) ?? name;
}

/** Another reading of a format's rule, in words. */
export function readingText(reading: string): string {
  return findText(`import.reading.${reading}`) ?? reading;
}
