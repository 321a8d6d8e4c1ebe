/**
 * The addresses of the site. Links and redirects take them from here. Read as `import * as paths`, only those that a
 * script uses become part of it.
 */

export const home = '/'
export const admin = '/admin'
export const adminLogin = '/admin-login'
export const library = '/library'
export const liveChat = '/livechat'
export const login = '/login'
export const members = '/members'
export const profile = '/profile'
export const resetPassword = '/reset-password'
export const signUp = '/signup'
export const signUpComplete = '/signup-complete'
export const subscribe = '/subscribe'
