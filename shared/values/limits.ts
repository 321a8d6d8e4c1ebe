/** Limits that browser and server share. Units are in the names. */

export const maxBodyBytes = 64 * 1024
/** Length of a thumbnail in base64: 30 KB. One of 144 by 108 pixels takes about 6 KB. */
export const maxThumbnailCharacters = 40_000
export const maxWebhookBytes = 1024 * 1024

export const minPasswordLength = 6
/** Cognito's maximum. */
export const maxPasswordLength = 256

/** Files on a page of `list-library-files`, and paths of one `list-file-titles`. */
export const memberListLimit = 200
export const adminListLimit = 100
/** Lifetime of a download link. */
export const adminDownloadSeconds = 60
export const memberDownloadSeconds = 3600

/** Largest file of the library, with 1 MB = 1024 × 1024 bytes. */
export const maxUploadMegabytes = 200
export const maxUploadBytes = maxUploadMegabytes * 1024 * 1024
/** Lifetime of an upload form, in seconds. */
export const uploadSeconds = 15 * 60
/** Lifetime of the short link from which an online viewer loads an office file. */
export const previewSeconds = 5 * 60

/** Number of rows that a list in the library shows at first. */
export const listPreviewCount = 5
export const searchMinCharacters = 2
export const searchMaxResults = 10
/** Time for which a row that was chosen from the results of a search is highlighted. */
export const searchHighlightMs = 1200
/** Time to wait for the list to show that row before scrolling to it. */
export const searchScrollDelayMs = 100

/** Lifetime of each kind of emailed link. */
export const linkLifeSeconds = {
  signup: 24 * 3600,
  restart: 24 * 3600,
  magiclink: 15 * 60,
  recovery: 60 * 60,
  emailchange: 60 * 60,
} as const

/**
 * The app checks the session at this interval, and refreshes a token that expires within `sessionRefreshTicks`
 * intervals.
 */
export const sessionTickSeconds = 30
export const sessionRefreshTicks = 3

/** Default time for which a notice is shown. Toasts have another: `toastDurationMs`. */
export const noticeDurationMs = 4000

/** Page size of the admin user search. */
export const adminSearchPageSize = 25
/**
 * Maximum number of words of a name and its company that the admin user search indexes. A change of the details writes
 * and removes up to 45 entries each, and a transaction has at most 100 writes.
 */
export const maxSearchedNameWords = 28
/** Maximum range of the referral analytics, in years. */
export const maxAnalyticsYears = 5
/** Time for which 'Copied' is shown after copying a link, in milliseconds. */
export const copiedMs = 2000

/**
 * Time after a sign-in during which the password or the email address may be changed, a passkey added or the account
 * deleted, in seconds. A recovery link is also a sign-in.
 */
export const recentSignInSeconds = 3600

/**
 * Time for which a change of password that stopped halfway can be completed with the same password, in seconds. Until
 * then the account gets no passkey.
 */
export const unfinishedPasswordChangeSeconds = 3600

/** Time after which an admin enters the second factor again, in hours. Longer than a working day. */
export const stepUpHours = 12
/** Number of digits of a code from an authenticator app. */
export const codeDigits = 6

/** Former addresses of one account whose data is still stored. Each one is looked up by the export and the deletion. */
export const maxFormerAddresses = 50
