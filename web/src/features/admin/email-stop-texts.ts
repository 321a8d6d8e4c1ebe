import type { EmailStop } from '#shared/contract/email-stop.ts'

/** Completes "No emails have been sent to this address, because …". */
export const emailStopReasons: Readonly<Record<EmailStop['reason'], string>> = {
  bounce: 'they came back as undeliverable',
  complaint: 'the owner of the address reported one as spam',
}
