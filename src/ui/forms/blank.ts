/*
 * Which code points draw nothing. Unicode has no property of that name: most follow from properties
 * that the browser knows in its own version of Unicode, so that new ones come with the browser; the
 * rest is listed. test/e2e/blank.e2e.ts draws every code point and compares.
 */

/**
 * By property: controls, format characters, surrogates, private and unassigned ones (C), every space
 * but U+0020 and the separators (Z), and what a renderer may leave out, such as fillers, variation
 * selectors and invisible operators. U+200C and U+200D change the letters around them where their
 * script needs them, and draw nothing elsewhere.
 * https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point
 */
const PROPERTIES = [
  'C',
  'Z',
  'Default_Ignorable_Code_Point',
  'White_Space',
  'Pattern_White_Space',
  'Variation_Selector',
  'Bidi_Control',
  'Join_Control',
  'Noncharacter_Code_Point',
];

/** By name: letters, marks and symbols that are blank or only change what stands before them. */
const LISTED = [
  '\\u2800', // Braille pattern blank
  '\\uFFFC', // object replacement character: stands for something that is not there
  '\\u{13440}', // Egyptian hieroglyph mirror horizontally
  '\\u{13441}\\u{13442}', // Egyptian hieroglyph full blank, half blank
  '\\u{16FE4}', // Khitan small script filler
  '\\u{1BC9D}', // Duployan thick letter selector
  '\\u{1D159}', // musical symbol null notehead
  '\\u{1DA7F}\\u{1DA80}', // SignWriting location space, of wall and floor
];

/**
 * Marks that draw nothing of their own but join two letters of a script in one: a sign between
 * those, and blank anywhere else. Indic_Syllabic_Category Invisible_Stacker and joiners like it,
 * with the block of each script, since older browsers do not know all scripts by name.
 * https://www.unicode.org/Public/UCD/latest/ucd/IndicSyllabicCategory.txt
 */
const JOINERS: readonly (readonly [mark: string, block: string])[] = [
  ['\\u1039', '\\u1000-\\u109F\\uA9E0-\\uA9FF\\uAA60-\\uAA7F'], // Myanmar virama
  ['\\u17D2', '\\u1780-\\u17FF'], // Khmer coeng
  ['\\u1A60', '\\u1A20-\\u1AAF'], // Tai Tham sakot
  ['\\u2D7F', '\\u2D30-\\u2D7F'], // Tifinagh consonant joiner
  ['\\uAAF6', '\\uAAE0-\\uAAFF\\uABC0-\\uABFF'], // Meetei Mayek virama
  ['\\u{10A3F}', '\\u{10A00}-\\u{10A5F}'], // Kharoshthi virama
  ['\\u{1107F}', '\\u{11000}-\\u{1107F}'], // Brahmi number joiner
  ['\\u{11133}', '\\u{11100}-\\u{1114F}'], // Chakma virama
  ['\\u{113D0}', '\\u{11380}-\\u{113FF}'], // Tulu-Tigalari conjoiner
  ['\\u{1193E}', '\\u{11900}-\\u{1195F}'], // Dives Akuru virama
  ['\\u{11A47}', '\\u{11A00}-\\u{11A4F}'], // Zanabazar Square subjoiner
  ['\\u{11A99}', '\\u{11A50}-\\u{11AAF}'], // Soyombo subjoiner
  ['\\u{11D45}', '\\u{11D00}-\\u{11D5F}'], // Masaram Gondi virama
  ['\\u{11D97}', '\\u{11D60}-\\u{11DAF}'], // Gunjala Gondi virama
  ['\\u{11F42}', '\\u{11F00}-\\u{11F5F}'], // Kawi conjoiner
];

/** Fills and turns the SignWriting symbol before it. */
const SIGN_MODIFIER = String.raw`[\u{1DA9B}-\u{1DA9F}\u{1DAA1}-\u{1DAAF}](?<![\u{1D800}-\u{1DAAF}].)`;

/** A joiner that joins nothing. */
function looseJoiner([mark, block]: readonly [string, string]): string {
  const neighbour = `(?!${mark})[${block}]`;
  return `${mark}(?:(?<!${neighbour}${mark})|(?!${neighbour}))`;
}

/**
 * The source of an expression, for the flag `u`, that finds one code point which draws nothing.
 * @param neededJoiner source of one that finds a joiner which its script needs (protocol/joiners.ts)
 */
export const blankSource = (neededJoiner: string): string =>
  [
    `(?! |${neededJoiner})[${PROPERTIES.map((name) => `\\p{${name}}`).join('')}${LISTED.join('')}]`,
    SIGN_MODIFIER,
    ...JOINERS.map(looseJoiner),
  ].join('|');
