/**
 * Shows the first rows of the members' library once both early calls have returned, while the app is still loading. The
 * rows are the app's own, and the app takes them over: see `entry-client.tsx`. It does nothing if the app has started,
 * the user is not a member or is an admin, or there is nothing to show. Admins are excluded because their header
 * differs from the prerendered one, and hydration does not correct attributes.
 */
import type { EarlyRows } from '#web/lib/early-rows.ts'
import { recordServerTime } from '#web/lib/server-time.ts'
import { currentSession } from '#web/lib/session-store.ts'
import type { EarlyCall } from '#shared/values/early-calls.ts'
import { FirstRows, firstFilesOf } from './first-rows.tsx'
import { nodesOf } from './jsx-runtime.ts'

/** Returns the content of a successful response. The app can still read the response itself. */
const contentOf = async ({ response }: EarlyCall): Promise<unknown> => {
  const received = await response
  if (!received.ok || received.bodyUsed) throw new Error('No early rows')
  return received.clone().json()
}

/** Resolves when the page has been parsed. `DOMContentLoaded` comes later, because it waits for the boot script. */
const documentParsed = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState === 'loading') document.addEventListener('readystatechange', () => resolve())
    else resolve()
  })

const show = async (accessCall: EarlyCall, libraryCall: EarlyCall): Promise<void> => {
  const [access, library] = await Promise.all([
    contentOf(accessCall),
    contentOf(libraryCall),
    documentParsed(),
  ])
  recordServerTime(await libraryCall.response, libraryCall.receivedAt)
  // Nothing is awaited from here on: the app may start at any moment.
  const session = currentSession()
  if (session?.access_token !== libraryCall.token) return
  // The contract of both operations describes these responses, and the server has checked them.
  const rows = { userId: session.user.id, access, library } as EarlyRows
  const place = document.querySelector<HTMLElement>('#root[data-shell]:not([data-started]) [data-loading]')
  const files = firstFilesOf(rows.library)
  if (!place || files.length === 0 || !rows.access.isSubscribed || rows.access.isAdmin) return
  window.earlyRows = rows
  place.replaceWith(...nodesOf(<FirstRows files={files} />))
}

const { 'get-access': access, 'get-library': library } = window.earlyCalls ?? {}
if ('early' in document.documentElement.dataset && access && library)
  // The app shows failures, and loads everything again.
  show(access, library).catch(() => undefined)
