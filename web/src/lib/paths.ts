/** The addresses of the site. Links and redirects take them from here. */
export const paths = {
  home: '/',
  admin: '/admin',
  adminLogin: '/admin-login',
  library: '/library',
  liveChat: '/livechat',
  login: '/login',
  members: '/members',
  privacy: '/privacy',
  profile: '/profile',
  resetPassword: '/reset-password',
  signUp: '/signup',
  signUpComplete: '/signup-complete',
  subscribe: '/subscribe',
  terms: '/terms',
} as const
