// Icons: strokes on a grid of 24 in the colour of the surrounding text. Hidden from screen readers; their containers have
// names.
const PATHS = {
  inbox: 'M3 13h5l1.5 3h5L16 13h5M5.5 5h13L21 13v6H3v-6z',
  recent: 'M12 7v5l3 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z',
  feed: 'M4 6h16M4 12h16M4 18h10',
  mention: 'M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0zm0 0v1.5a2.5 2.5 0 0 0 5 0V12a9 9 0 1 0-3.5 7.1',
  star: 'm12 3.5 2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9L3.500 9.700l5.900-.8z',
  draft: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  channel: 'M5 9h15M4 15h15M10 4 8 20M16 4l-2 16',
  lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.500 20c.8-3.800 3.800-6 7.500-6s6.700 2.200 7.500 6',
  people:
    'M9 11.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM2.500 19.500c.6-3.300 3.200-5 6.500-5s5.900 1.700 6.500 5M16 4.800a3.500 3.500 0 0 1 0 6.400M18 14.800c2 .8 3.200 2.400 3.500 4.700',
  search: 'M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM20 20l-4.900-4.900',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  chevron: 'm9 6 6 6-6 6',
  down: 'm6 9 6 6 6-6',
  up: 'm6 15 6-6 6 6',
  pin: 'M9 4h6l-.8 6 3.300 3.500h-11L9.800 10zM12 13.500V20',
  plus: 'M12 5v14M5 12h14',
  smile:
    'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM8.500 14.500c.8 1.300 2 2 3.500 2s2.700-.7 3.500-2M9 9.500v.5M15 9.500v.5',
  more: 'M5 11.500a.5.5 0 1 0 .01 0zM12 11.500a.5.5 0 1 0 .01 0zM19 11.500a.5.5 0 1 0 .01 0z',
  reply: 'M9 6 4 11l5 5M4 11h9c4 0 7 2 7 7',
  send: 'M4 12 20 4l-5 16-3.500-6.500z',
  check: 'm5 12.500 4.500 4.500L19 7.500',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l1.500 2h-15zM10.500 21h3',
  mute: 'M4 9.500v5h3.500L12 18.500v-13L7.500 9.500zM16 9.500l5 5M21 9.500l-5 5',
  eye: 'M2.500 12C4.500 8 8 6 12 6s7.500 2 9.500 6c-2 4-5.500 6-9.500 6s-7.500-2-9.500-6zM12 14.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z',
  attach:
    'm19.500 11.500-7.800 7.800a4.800 4.800 0 0 1-6.800-6.800l8.200-8.200a3.200 3.200 0 0 1 4.600 4.600L9.700 17a1.600 1.600 0 0 1-2.300-2.300l7.200-7.200',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  link: 'M10 14a4 4 0 0 0 5.700 0l3.300-3.300A4 4 0 0 0 13.300 5l-1 1M14 10a4 4 0 0 0-5.700 0L5 13.300A4 4 0 0 0 10.700 19l1-1',
  globe:
    'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM3 12h18M12 3c2.500 2.600 3.800 5.600 3.800 9s-1.300 6.400-3.800 9c-2.500-2.600-3.800-5.600-3.800-9S9.500 5.600 12 3z',
  trash: 'M5 7h14M9.500 7V4.500h5V7M7 7l1 13h8l1-13',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v1.500M12 19.500V21M3 12h1.500M19.500 12H21M5.600 5.600l1.100 1.100M17.300 17.300l1.100 1.100M5.600 18.400l1.100-1.100M17.300 6.700l1.100-1.100',
  keyboard: 'M3 7h18v10H3zM7 10.500h.01M10.500 10.500h.01M14 10.500h.01M17 10.500h.01M8 14h8',
  exit: 'M14 5h5v14h-5M4 12h10M10.500 8.500 14 12l-3.500 3.500',
  bold: 'M7 5h6a3.500 3.500 0 0 1 0 7H7zM7 12h7a3.500 3.500 0 0 1 0 7H7z',
  italic: 'M10 5h7M7 19h7M14 5l-4 14',
  code: 'm8.500 8-4.500 4 4.500 4M15.500 8l4.500 4-4.500 4',
  settings:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM9 19.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z',
  download: 'M12 4v11M7 10.500l5 5 5-5M5 20h14',
  minus: 'M5 12h14',
  history: 'M4 12a8 8 0 1 0 2.500-5.800L4 8.500M4 4v4.500h4.500M12 8v4.500l3 2',
  clock: 'M12 7v5l3 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z',
  calendar: 'M4 6.500h16V20H4zM4 11h16M8 3.500v5M16 3.500v5',
  flag: 'M6 21V4h11l-2 4 2 4H6',
  quote: 'M5 7h6v6c0 2.500-1.500 4-4 4M14 7h6v6c0 2.500-1.500 4-4 4',
  strike:
    'M4 12h16M16.500 7.500C16 6 14.500 5 12 5s-4.500 1.200-4.500 3.200M7.500 16.500C8 18 9.500 19 12 19s4.500-1.200 4.500-3.200',
  numbers: 'M10 6h10M10 12h10M10 18h10M4 4.500 5.500 4v4M4 8h3M4 14h3l-3 4h3',
  spoiler:
    'M3 3l18 18M10 6.200A9.500 9.500 0 0 1 21.500 12a11 11 0 0 1-2.700 3.500M6.500 7.500A11 11 0 0 0 2.500 12c2 4 5.500 6 9.500 6a9 9 0 0 0 3.500-.7',
  sum: 'M17 8V5H6l6.500 7L6 19h11v-3',
  format: 'M5 19 10.500 5h1L17 19M7 14.500h8M19 19h2',
  snippet: 'M7 4h7l4 4v12H7zM14 4v4h4M10 12h5M10 16h5',
  move: 'M4 12h14M13 7l5 5-5 5',
  reset: 'M5 9a8 8 0 1 1-.8 5M5 4v5h5',
  organization: 'M4 21V8l8-5 8 5v13zM9.500 21v-5h5v5M8.500 11h.01M12 11h.01M15.500 11h.01',
  microphone: 'M9 6a3 3 0 0 1 6 0v5a3 3 0 0 1-6 0zM5 11a7 7 0 0 0 14 0M12 18v3',
  video: 'M3.500 7h11v10h-11zM14.500 11l6-3.500v9l-6-3.500',
  list: 'M9 6h11M9 12h11M9 18h11M4.500 6h.01M4.500 12h.01M4.500 18h.01',
} as const;

export type IconName = keyof typeof PATHS;

/** Icons that point along the line; mirrored in right-to-left languages. */
const POINTING: ReadonlySet<IconName> = new Set(['chevron', 'reply', 'send', 'exit', 'move', 'quote', 'feed']);

export function Icon({ name, size = 18, filled = false }: { name: IconName; size?: number; filled?: boolean }) {
  return (
    <svg
      className={POINTING.has(name) ? 'icon pointing' : 'icon'}
      // They grow with the reader's font size.
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} fill={filled ? 'currentColor' : 'none'} />
    </svg>
  );
}
