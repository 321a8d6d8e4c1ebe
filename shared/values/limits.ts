/** Numbers that both the browser and the functions obey. Units are in the names. */

export const maxBodyBytes = 64 * 1024
export const maxWebhookBytes = 1024 * 1024

export const minPasswordLength = 6
/** Cognito's own maximum. */
export const maxPasswordLength = 256

export const memberListLimit = 200
export const adminListLimit = 100
export const adminDownloadSeconds = 60
export const memberDownloadSeconds = 3600

/** 200 MB, counted as browsers and storage count. */
export const maxUploadBytes = 200 * 1024 * 1024
/** How long an upload may take to begin. */
export const uploadSeconds = 15 * 60
/** How long the short link works that an online viewer fetches an office file by. */
export const previewSeconds = 5 * 60

export const listPreviewCount = 5
export const searchMinCharacters = 2
export const searchMaxResults = 10
export const searchHighlightMs = 1200
export const searchScrollDelayMs = 100

/** How long each kind of e-mailed link works. */
export const linkLifeSeconds = { signup: 24 * 3600, magiclink: 15 * 60, recovery: 60 * 60 } as const

export const sessionTickSeconds = 30
export const sessionRefreshTicks = 3

export const toastMs = 4000

/** How long tickets are kept: twelve months, like the chat that they stand in for. */
export const keepTicketSeconds = 365 * 24 * 3600

/** How many people a page of the admins' search shows. */
export const adminSearchPageSize = 25
/** How long a range the referral analytics answer for, in years. */
export const maxAnalyticsYears = 5
/** How long 'Copied' stands where a link was copied, in milliseconds. */
export const copiedMs = 2000
