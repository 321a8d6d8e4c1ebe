import { adminSearchPageSize } from '#shared/values/limits.ts'
import { reportSignedOut } from '#web/components/signed-out.ts'
import { refreshAccess } from '#web/lib/access.ts'
import { forPageUser } from '#web/lib/call-for-page-user.ts'
import { call, CallError, type CallResult, type CallBody, type OperationName } from '#web/lib/call.ts'
import { waitForStepUp } from './step-up.ts'

// Every call throws `CallError` when it fails, and `Error` when no user is signed in.

/**
 * Returns whether an operation can run without the admin pressing anything: a list is refreshed, or an upload
 * continues.
 */
const runsInBackground = (name: OperationName): boolean => /^(?:get|list)-|-upload$/.test(name)

/**
 * Calls an operation as an admin. Reloads the access status when the server says that the account is no longer an
 * admin, so that the admin area redirects. When the server asks for the second factor, the call waits until the admin
 * has entered it. Reports in a toast that an action failed because the session has ended. Throws as `call` does.
 */
export const adminCall = async <Name extends OperationName>(
  name: Name,
  body: CallBody<Name>,
): Promise<CallResult<Name>> => {
  try {
    return await call(name, body)
  } catch (failure) {
    if (!runsInBackground(name)) reportSignedOut(failure)
    if (!(failure instanceof CallError)) throw failure
    if (failure.code === 'forbidden') void refreshAccess()
    if (failure.code !== 'second_factor_required') throw failure
    await waitForStepUp(failure)
    return call(name, body)
  }
}

/** Returns whether the admin has an authenticator app, and whether its code was entered after this sign-in. */
export const getSecondFactor = () => adminCall('get-second-factor', {})

/** Returns the key for a new authenticator app. */
export const setUpSecondFactor = () => adminCall('set-up-second-factor', {})

/** Enters a code of the authenticator app. */
export const confirmSecondFactor = (code: string) => adminCall('confirm-second-factor', { code })

/** Returns the admin's own account. */
export const getProfile = () => adminCall('get-profile', {})

/** Returns one page of the users whose email address, name or company matches. */
export const getUsers = (searchEmail: string, page: number) =>
  adminCall('get-users', { page, pageSize: adminSearchPageSize, searchEmail })

/** Returns one user with subscription, pass, balance and the tickets after a place. Default: the newest tickets. */
export const getUser = (id: string, ticketsAfter?: string) =>
  adminCall('get-user', { id, tickets_after: ticketsAfter })

/** Returns a page of the audit records about a user, and the latest records of the user's own actions as an admin. */
export const listUserAudit = (id: string, aboutAfter?: string) =>
  adminCall('list-user-audit', { id, about_after: aboutAfter })

/** Creates a referral link. */
export const createReferral = (referrerName: string) =>
  adminCall('create-referral', { referrer_name: referrerName })

/** Returns every referral link, newest first. */
export const listReferrals = () => adminCall('list-referrals', {})

/** Permanently deletes a referral link. Returns nothing. */
export const revokeReferral = (token: string) => adminCall('revoke-referral', { token })

/** Replaces the token of a referral link. */
export const rotateReferral = (token: string) => adminCall('rotate-referral', { token })

/** Returns the sign-ups through referral links in a range of days. */
export const getReferralAnalytics = (query: CallBody<'get-referral-analytics'>) =>
  adminCall('get-referral-analytics', query)

/** Returns the form to post one file to the storage with. */
export const createUpload = (file: CallBody<'create-upload'>) => adminCall('create-upload', file)

/** Checks an uploaded file and adds it to the library, with its thumbnail if it is a picture. */
export const completeUpload = (upload: CallBody<'complete-upload'>) => adminCall('complete-upload', upload)

/** Returns a signed link to one file. */
export const createDownload = (path: string) => adminCall('create-download', { path })

/** Removes a file from the library. */
export const deleteLibraryFile = (path: string) => adminCall('delete-library-file', { path })

/** Returns the saved title and description of a file. Undefined if there are none. */
export const getFileTitle = async (path: string) =>
  (await adminCall('list-file-titles', { paths: [path] })).data[0]

/** Saves the title and description of a file. */
export const saveFileTitle = (title: CallBody<'save-file-title'>) => adminCall('save-file-title', title)

/** Removes the title and description of a file. */
export const deleteFileTitle = (title: CallBody<'delete-file-title'>) => adminCall('delete-file-title', title)

/** Adds a video by its link. */
export const addMediaLink = (url: string, title: string) => adminCall('add-media-link', { url, title })

/** Returns all videos, newest first. */
export const listMediaLinks = () => adminCall('list-media-links', {})

/** Removes a video from the library. */
export const deleteMediaLink = (id: string) => adminCall('delete-media-link', { id })

/** Returns a page of the inbox. */
export const listInbox = (page: CallBody<'list-inbox'>) => adminCall('list-inbox', page)

/**
 * Returns an item of the inbox with its conversation and its sender, and the sender's earlier tickets after a place.
 * Default: the newest of them.
 */
export const getInboxItem = (id: string, ticketsAfter?: string) =>
  adminCall('get-inbox-item', { id, ticketsAfter })

/** Emails a reply to an item of the inbox. */
export const answerInboxItem = (reply: CallBody<'answer-inbox-item'>) =>
  forPageUser(() => adminCall('answer-inbox-item', reply))

/** Closes an item of the inbox without a reply from the inbox. */
export const closeInboxItem = (item: CallBody<'close-inbox-item'>) => adminCall('close-inbox-item', item)

/** Reopens an answered or closed item of the inbox. */
export const reopenInboxItem = (item: CallBody<'reopen-inbox-item'>) => adminCall('reopen-inbox-item', item)

/** Records that old conversations were deleted at the chat provider. */
export const confirmChatDeletion = (cutoff: string) => adminCall('confirm-chat-deletion', { cutoff })

/** Sets the kind of an item of the inbox. */
export const markInboxItem = (item: CallBody<'mark-inbox-item'>) => adminCall('mark-inbox-item', item)

/** Returns the figures of the business as computed last night. */
export const getNumbers = () => adminCall('get-numbers', {})

/** Returns the files and videos of the library with what they state about the law. */
export const getLibrary = () => adminCall('get-library', {})

/** Saves what a file or video states about the law. */
export const saveLibraryFacts = (facts: CallBody<'save-library-facts'>) =>
  adminCall('save-library-facts', facts)
