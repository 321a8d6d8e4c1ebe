import type { CallResult } from './call.ts'

/** The responses from which the page has shown the first rows of the library before the app was loaded. */
export interface EarlyRows {
  readonly userId: string
  readonly access: CallResult<'get-access'>
  readonly library: CallResult<'get-library'>
}

declare global {
  interface Window {
    /** Set by `web/src/app/early/rows.tsx`, and deleted when the app is ready. */
    earlyRows?: EarlyRows
  }
}

/** Returns what the page has shown to this user before the app was loaded. */
export const earlyRowsOf = (userId: string | undefined): EarlyRows | undefined => {
  const rows = typeof window === 'undefined' ? undefined : window.earlyRows
  return rows?.userId === userId ? rows : undefined
}
