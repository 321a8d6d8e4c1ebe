import type { OperationName } from '#web/lib/call.ts'
import * as paths from '#shared/values/site-map.ts'
import { closure, type Manifest } from './manifest.ts'

interface Shell {
  /** Name of the chunk that contains the page. */
  readonly chunk: string
  /** Operations that the page calls first. They must not change anything, and take no input. */
  readonly calls?: readonly OperationName[]
  /** Whether the shell contains the page as it is before anything is loaded, for users whose calls are under way. */
  readonly hasFrame?: true
}

/**
 * The shell of each app page loads the code of the page, and calls its first operations, while the app itself is
 * loading. One after the other, they would each wait for the network.
 */
export const shells: Readonly<Record<(typeof paths.appRoutes)[number], Shell>> = {
  [paths.signUpComplete]: { chunk: 'sign-up-complete-page' },
  [paths.subscribe]: {
    chunk: 'subscribe-page',
    calls: ['get-access'],
  },
  [paths.profile]: {
    chunk: 'profile-page',
    calls: ['get-access', 'get-profile', 'get-billing'],
  },
  [paths.library]: {
    chunk: 'library',
    calls: ['get-library', 'get-access'],
    hasFrame: true,
  },
  [paths.paymentSuccess]: { chunk: 'payment-success-page' },
  [paths.paymentCanceled]: { chunk: 'payment-canceled-page' },
  [paths.resetPassword]: { chunk: 'reset-password-page' },
  [paths.withdraw]: { chunk: 'withdraw-page' },
  [paths.admin]: { chunk: 'admin-page', calls: ['get-access'] },
}

/**
 * Returns the chunks and the early calls of an app page, and whether it has a frame.
 *
 * @throws Error when the build has no chunk of the page
 */
export const shellOf = (manifest: Manifest, route: (typeof paths.appRoutes)[number]) => {
  const { chunk, calls = [], hasFrame = false } = shells[route]
  const keys = Object.keys(manifest).filter((key) => manifest[key]?.name === chunk)
  if (keys.length !== 1)
    throw new Error(`${route} needs one chunk ${chunk}, and the build has ${keys.length}`)
  return { chunks: closure(manifest, keys), calls, hasFrame }
}
