import { serverNow } from './server-time.ts'

/**
 * Returns the time of a sign-in, `Fri Nov 6 09:05:04 UTC 2026`, which the user pool may compare with its own. The sign-in
 * library would use the browser's clock. If that is hours wrong, the pool may reject the sign-in as it rejects a wrong
 * password, so the build replaces the library's function with this one.
 */
export const getNowString = (): string => {
  // `Fri, 06 Nov 2026 09:05:04 GMT`
  const [day = '', date, month = '', year = '', time = ''] = serverNow().toUTCString().split(' ')
  return [day.slice(0, 3), month, Number(date), time, 'UTC', year].join(' ')
}
