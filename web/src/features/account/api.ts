import type { SubscriptionPlan } from '#shared/values/plans.ts'
import { reportSignedOut } from '#web/components/signed-out.ts'
import { callForPageUser } from '#web/lib/call-for-page-user.ts'
import { call, type CallBody, type CallResult, type OperationName } from '#web/lib/call.ts'

// Every call throws `CallError` when it fails, and `Error` when no user is signed in.

/** Calls an operation for a form that shows its own failures, and reports an ended session in a toast. */
const callForForm = async <Name extends OperationName>(
  name: Name,
  body: CallBody<Name>,
): Promise<CallResult<Name>> => {
  try {
    return await callForPageUser(name, body)
  } catch (failure) {
    reportSignedOut(failure)
    throw failure
  }
}

/** Stops the renewal. Access continues until the end of the paid period. */
export const cancelSubscription = () => callForPageUser('cancel-subscription', {})

/** Undoes a cancellation before the period ends. */
export const resumeSubscription = () => callForPageUser('resume-subscription', {})

export type PlanPreview = CallResult<'preview-plan-change'>

/** Returns the price of a change of plan. Nothing changes. */
export const previewPlanChange = (plan: SubscriptionPlan) => callForForm('preview-plan-change', { plan })

/** Changes the plan for the confirmed amount. With the current plan, cancels a scheduled or pending change. */
export const changePlan = (change: CallBody<'change-plan'>) => callForForm('change-plan', change)

/** Returns the address of the payment provider's page for cards and invoices. */
export const createBillingPortal = () => call('create-billing-portal', {})

/** Permanently deletes the account. */
export const deleteAccount = () => callForPageUser('delete-account', {})

/** Returns all data that is held about the account. */
export const exportAccountData = () => callForPageUser('export-account-data', {})

/** Returns the profile of the signed-in account. */
export const getProfile = () => call('get-profile', {})

/** Changes the details of the account. Returns the profile. */
export const updateProfile = (details: CallBody<'update-profile'>) => callForForm('update-profile', details)

/** Emails a link that changes the address of the account. Nothing changes until it is used. */
export const changeEmail = (email: string) => callForForm('change-email', { email })

/** Returns whether the account gets the monthly email about changes to the library. */
export const getLibraryEmails = () => call('get-library-emails', {})

/** Switches the monthly email about changes to the library on or off. */
export const setLibraryEmails = (on: boolean) => callForPageUser('set-library-emails', { on })

/** The tickets of the first pages of the account's list, newest first. */
export interface LoadedTickets extends CallResult<'list-tickets'> {
  readonly pages: number
}

/** Returns tickets with those of the next page. */
export const addTickets = async ({ data, next, pages }: LoadedTickets): Promise<LoadedTickets> => {
  const page = await call('list-tickets', { after: next })
  return { ...page, data: [...data, ...page.data], pages: pages + 1 }
}

/** Returns the tickets of so many pages, or of all if there are fewer. */
export const listTickets = async (pages: number): Promise<LoadedTickets> => {
  let tickets = await addTickets({ data: [], pages: 0 })
  while (tickets.pages < pages && tickets.next !== undefined) tickets = await addTickets(tickets)
  return tickets
}

/** Returns the account's passkeys, oldest first. */
export const listPasskeys = () => call('list-passkeys', {})

/** Removes a passkey. */
export const removePasskey = (id: string) => callForForm('remove-passkey', { id })

/** Asks a follow-up question about a reply. Returns when the advisers will reply. */
export const askFollowUp = (question: CallBody<'ask-follow-up'>) => callForForm('ask-follow-up', question)
