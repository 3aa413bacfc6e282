/** Icons on a 16 px grid with 1.5 px strokes. */
const PATHS = {
  back: 'M9.5 3.5 5 8l4.5 4.5',
  check: 'm3 8.5 3.2 3.2L13 4.8',
  'chevron-down': 'm4 6 4 4 4-4',
  'chevron-right': 'm6 4 4 4-4 4',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 4.8V8l2.2 1.6',
  close: 'm4 4 8 8M12 4l-8 8',
  code: 'M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5',
  coins:
    'M7 8.5c2.5 0 4.5-.8 4.5-2S9.5 4.5 7 4.500s-4.5.8-4.5 2 2 2 4.5 2ZM2.5 6.500v3c0 1.2 2 2 4.5 2s4.5-.8 4.5-2v-3M13.5 7v3.500c0 .9-1.2 1.6-2.8 1.9',
  copy: 'M5.5 5.500h7v8h-7zM3.5 10.500v-8h7',
  down: 'M8 3v10M4 9l4 4 4-4',
  external: 'M9 3h4v4M13 3 7.5 8.500M11 9.500V13H3V5h3.5',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  file: 'M4 2h5l3 3v9H4zM9 2v3h3',
  gear: 'M8 10.200a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.400ZM8 1.800v2M8 12.200v2M1.8 8h2M12.2 8h2M3.6 3.6 5 5M11 11l1.4 1.400M12.4 3.6 11 5M5 11l-1.4 1.4',
  globe:
    'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM2 8h12M8 2c2 2 2.5 4 2.5 6S10 12 8 14c-2-2-2.5-4-2.5-6S6 4 8 2Z',
  help: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM6.3 6.500a1.7 1.7 0 1 1 2.600 1.400c-.6.4-.9.7-.9 1.400M8 11.500v.01',
  history: 'M2.5 8a5.5 5.5 0 1 0 1.8-4.100L2.5 5.500M2.5 2.500v3h3M8 5v3l2 1.5',
  import: 'M8 2v7.500M4.8 6.5 8 9.700l3.2-3.200M2.5 12.500v1h11v-1',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 7.500v3.500M8 5v.01',
  key: 'M5.5 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8.5 8H14v2.500M11.5 8v2',
  lock: 'M3.5 7.500h9v6h-9zM5.5 7.500V5a2.5 2.5 0 0 1 5 0v2.5',
  mail: 'M2 4h12v8.500H2zM2 4.5 8 9l6-4.5',
  menu: 'M8 3.500v.01M8 8v.01M8 12.500v.01',
  palette:
    'M8 2a6 6 0 0 0 0 12c1.2 0 1.5-.8 1.2-1.6-.4-1 .2-1.9 1.3-1.900H12c1.2 0 2-.9 2-2.200C14 4.8 11.5 2 8 2ZM5 8v.01M7 5v.01M10.5 5.500v.01',
  passkey:
    'M6 7.500a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM1.5 13.500c.4-2.6 2-4 4.5-4 .9 0 1.7.2 2.4.6M12 9.700a1.800 1.800 0 1 0 0-3.600 1.800 1.800 0 0 0 0 3.600ZM12 9.700v4.300M12 12h1.600',
  pencil: 'M10.5 3 13 5.5 5.5 13H3v-2.500zM9 4.5 11.5 7',
  plus: 'M8 3v10M3 8h10',
  camera: 'M2.500 4.500h11v8h-11zM8 6.500a2 2 0 1 0 0 4 2 2 0 0 0 0-4M6 4.500v-1h4v1',
  qr: 'M2.5 2.500H7V7H2.500zM9 2.500h4.500V7H9zM2.5 9H7v4.500H2.500zM9 9h1.500v1.500M13.5 9v2M9 13.500h1.500M13.5 13.500v-.01M12 12v-.01',
  refresh: 'M13.5 8a5.5 5.5 0 1 1-1.8-4.100l1.8 1.600M13.5 2.500v3h-3',
  search: 'M7 11.500a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10.5 10.5 14 14',
  shield: 'M8 1.8 13 3.500v4c0 3.5-2.2 5.7-5 6.8-2.8-1.1-5-3.3-5-6.800v-4z',
  list: 'M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4v.01M2.5 8v.01M2.5 12v.01',
  table: 'M2.5 3h11v10h-11zM2.500 6.300h11M2.500 9.700h11M6.500 6.300V13',
  tag: 'M2.5 2.500H8l5.5 5.500L8 13.5 2.5 8zM5.5 5.500v.01',
  trash: 'M2.5 4.500h11M6 4.500v-2h4v2M4 4.500l.6 9h6.800l.6-9M6.8 7v4M9.2 7v4',
  unlock: 'M3.5 7.500h9v6h-9zM5.5 7.500V5a2.5 2.5 0 0 1 4.8-1',
  up: 'M8 13V3M4 7l4-4 4 4',
  user: 'M8 8a2.8 2.8 0 1 0 0-5.600A2.8 2.8 0 0 0 8 8ZM2.8 13.800c.5-2.6 2.5-4 5.2-4s4.7 1.4 5.2 4',
  wallet: 'M2.5 5V12.500h11v-8h-10a1 1 0 0 1 0-2h8.500M10.8 8.500v.01',
  warn: 'M8 2.3 14.5 13.500h-13zM8 6.500v3M8 11.500v.01',
} as const;

export type IconName = keyof typeof PATHS;

/** Those that point along the line, and turn with the direction of the text. */
const ALONG_LINE: ReadonlySet<IconName> = new Set(['back', 'chevron-right', 'external', 'list']);

/** A decorative icon, 16 pixels by default; the control around it has the accessible name. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  // As large as the text beside it, at any size of text.
  const side = `${size / 16}rem`;
  return (
    <svg
      class={ALONG_LINE.has(name) ? 'icon icon-along' : 'icon'}
      width={side}
      height={side}
      viewBox="0 0 16 16"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
