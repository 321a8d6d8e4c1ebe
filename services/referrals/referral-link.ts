/** The address that somebody who brings people in passes on. */
export const referralLink = (siteUrl: string, token: string): string =>
  `${siteUrl}/signup?${new URLSearchParams({ ref: token }).toString()}`
