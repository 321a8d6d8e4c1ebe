import { rowIcons } from './row-icons.ts'

/** All icons, as paths of 24 by 24 units. */
export const iconPaths = {
  ...rowIcons,
  menu: 'M3 6h18M3 12h18M3 18h18',
  close: 'M5 5l14 14M19 5L5 19',
  check: 'M4 12.5l5.5 5.5L20 6.5',
  info: 'M12 11v6M12 7.2v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  warning: 'M12 4L2.8 20h18.4L12 4zM12 10v5M12 17.4v.1',
  error: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v6M12 16.4v.1',
  success: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8 12.3l2.8 2.8L16.2 9',
  'arrow-right': 'M4 12h16M14 6l6 6-6 6',
  'arrow-left': 'M20 12H4M10 6l-6 6 6 6',
  'chevron-down': 'M5 9l7 7 7-7',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.5 2',
  chat: 'M4 5h16v11h-9l-4.5 4v-4H4z',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
} as const
