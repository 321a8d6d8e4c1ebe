import { serverNow } from './server-time.ts'

/**
 * Returns the time of a sign-in, `Fri Nov 6 09:05:04 UTC 2026`, which the user pool may compare with its own. The sign-in
 * library uses the browser's clock, which can be hours wrong: the user would read that the password is, so the build puts
 * this in its place.
 */
export const getNowString = (): string => {
  // `Fri, 06 Nov 2026 09:05:04 GMT`
  const [day = '', date, month = '', year = '', time = ''] = serverNow().toUTCString().split(' ')
  return [day.slice(0, 3), month, Number(date), time, 'UTC', year].join(' ')
}
