import type { Moment } from './slow-page.ts'

export interface Visit {
  /** Name in the results: the path, or what is special about the visit. */
  readonly name: string
  readonly path: string
  /** The page before: the visitor follows its link. */
  readonly from?: string
  /** The visitor has been on this page before, so the browser has its files. The static copy is one file anyway. */
  readonly returns?: true
  readonly signedInAs?: 'monthlyMember' | 'admin'
  readonly moment?: Moment & { readonly name: string }
  /**
   * Source of the static copy: the page as its first paint shows it, or as it looks after all of its scripts have run,
   * for pages that fetch their content.
   */
  readonly copyOf: 'first paint' | 'result'
}

const heldText = { name: 'the field keeps typed text', typed: 'input[autocomplete="given-name"]' }
const state = { name: 'the opening state is shown', visible: 'main [role="status"][data-now]' }
const row = (visible: string) => ({ name: 'the first row is readable', visible })

const library: Visit = {
  name: '/library',
  path: '/library',
  signedInAs: 'monthlyMember',
  copyOf: 'result',
  moment: row('[id^="item-"]'),
}

const visits: readonly Visit[] = [
  { name: '/', path: '/', copyOf: 'first paint' },
  { name: '/pricing', path: '/pricing', copyOf: 'first paint' },
  { name: '/faq', path: '/faq', copyOf: 'first paint' },
  { name: '/signup', path: '/signup', copyOf: 'first paint', moment: heldText },
  { name: '/livechat', path: '/livechat', copyOf: 'result', moment: state },
  { name: '/pricing, after /', path: '/pricing', from: '/', copyOf: 'first paint' },
  library,
  { ...library, name: '/library, again', returns: true },
  {
    name: '/profile',
    path: '/profile',
    signedInAs: 'monthlyMember',
    copyOf: 'result',
    moment: row('main dl dd'),
  },
  {
    name: '/admin/users, found by name',
    path: '/admin/users?q=a',
    signedInAs: 'admin',
    copyOf: 'result',
    moment: row('a[href*="person="]'),
  },
]

/** Returns the visits to one page, or all of them. */
export const visitsTo = (page: string | undefined): readonly Visit[] => {
  const found = visits.filter(({ path }) => page === undefined || path === page)
  if (found.length === 0)
    throw new Error(`--page must be one of ${[...new Set(visits.map(({ path }) => path))].join(', ')}.`)
  return found
}
