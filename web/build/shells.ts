import type { OperationName } from '#web/lib/call.ts'
import * as paths from '#shared/values/site-map.ts'

interface Shell {
  /** Operations that the page calls first. They must not change anything, and take no input. */
  readonly calls?: readonly OperationName[]
  /** True if the shell contains the page as it is before anything is loaded, for users whose calls are under way. */
  readonly hasFrame?: true
  /** True if a script shows the first rows of the page in its frame before the app. */
  readonly hasEarlyRows?: true
  /** The call that only admins may make. When it succeeds, the code of the section in the address is requested. */
  readonly sectionsAfter?: OperationName
}

/**
 * The shell of each app page calls the first operations of the page while the code is loading. Made one after the
 * other, the requests would each wait for the network.
 */
export const shells: Readonly<Record<(typeof paths.appRoutes)[number], Shell>> = {
  [paths.signUpComplete]: {},
  [paths.subscribe]: { calls: ['get-access'] },
  [paths.profile]: { calls: ['get-access', 'get-profile', 'get-billing'], hasFrame: true },
  [paths.library]: {
    calls: ['get-library', 'get-access'],
    hasFrame: true,
    hasEarlyRows: true,
  },
  [paths.paymentSuccess]: {},
  [paths.paymentCanceled]: {},
  [paths.resetPassword]: {},
  [paths.withdraw]: {},
  [paths.admin]: { calls: ['get-access', 'get-second-factor'], sectionsAfter: 'get-second-factor' },
}

/** Returns the early calls of an app page, what they start, and whether it has a frame and early rows. */
export const shellOf = (route: (typeof paths.appRoutes)[number]) => {
  const { calls = [], hasFrame = false, hasEarlyRows = false, sectionsAfter } = shells[route]
  return { calls, hasFrame, hasEarlyRows, sectionsAfter }
}
