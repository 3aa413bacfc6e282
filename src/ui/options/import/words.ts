import type { Refused } from '../../../messaging/import/held-key.ts';
import { listed, said, t } from '../../i18n.ts';

/** What a text was taken for: `a Bitcoin address`. */
export function foundText(found: string | undefined): string {
  return said(`import.found.${found ?? 'other'}`) ?? found ?? '';
}

/** A character that cannot be part of a key, as Unicode names it: `U+200B`. */
function characterText(codePoint: number | undefined): string {
  return codePoint === undefined
    ? ''
    : `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Why a text is no private key: the sentence of the reason, then what is known of the place. */
export function refusalTexts({ reason, facts }: Refused): readonly string[] {
  const { found, candidates = [], codePoint, length, position } = facts;
  const sentence = said(`import.refused.${reason}`, {
    found: foundText(found),
    candidates: listed(candidates.map(foundText)),
    character: characterText(codePoint),
  });
  const lengths = length && {
    got: length.got,
    unit: t(`import.unit.${length.unit}`),
    expected: listed(length.expected.map(String)),
  };
  return [
    sentence ?? reason,
    ...(lengths ? [t('import.refused.length', lengths)] : []),
    ...(position === undefined ? [] : [t('import.refused.position', { at: position + 1 })]),
  ];
}

/** A format by the name that a person reads. */
export function formatText(format: string): string {
  return said(`choice.${format}`) ?? format;
}

/** A curve by its name. */
export function curveText(curve: string): string {
  return said(`choice.${curve}`) ?? curve;
}

/** A chain by its name; what is no chain is a word. */
export function chainText(chain: string, name: string): string {
  return said(`import.chain.${chain}`) ?? name;
}

/** Another reading of a format's rule, in words. */
export function readingText(reading: string): string {
  return said(`import.reading.${reading}`) ?? reading;
}
