import { libraryFolder } from '#shared/values/library-path.ts'
import { hashOf } from '#platform/crypto.ts'
import { inboxIdOfTicket, inboxWrite } from '#platform/table/inbox.ts'
import { seal } from '#platform/seal.ts'
import { keys } from '#platform/table/keys.ts'
import { put, type Write } from '#platform/table/write.ts'
import { secretKey } from '#test/kit/in-memory/in-process-stripe.ts'
import { ticketMessageWrite } from '#services/tickets/public.ts'
import type { Service } from './requests.ts'
import { sampleId, samplePath, sampleTicketId } from './sample-body.ts'

const sender = { reference: 'AAAAAAAA', name: 'Idris Fenwright', topic: 'An old invoice' }

/** A contact message, and a ticket with a reply, each with its item in the inbox. */
const inbox = (userId: string, now: Date): Write[] => {
  const at = now.toISOString()
  const ticket = { user_id: userId, reference: sampleTicketId, created_at: at }
  const texts = { topic: 'Gas safety', message: 'Who pays for the check?' }
  return [
    inboxWrite({ ...sender, id: sampleId, user_id: null }, now),
    put(keys.contactMessage(sampleId), {
      entity: 'contact',
      name: sender.name,
      email: 'idris@people.example',
      subject: sender.topic,
      message: 'Please send me the invoice of May.',
      reference: sender.reference,
      received_at: at,
    }),
    inboxWrite(
      {
        ...sender,
        id: inboxIdOfTicket(userId, sampleTicketId),
        user_id: userId,
        reference: sampleTicketId,
      },
      now,
    ),
    put(keys.ticket(userId, at, sampleTicketId), {
      entity: 'ticket',
      id: sampleTicketId,
      ...texts,
      country: 'wales',
      created_at: at,
      answered_by: at.slice(0, 10),
      expires_at_epoch_seconds: Math.floor(now.getTime() / 1000) + 3600,
    }),
    ticketMessageWrite(ticket, 'reply-1', { from: 'adviser', text: 'You do.', acknowledges: false, at }),
  ]
}

const library = (at: string): Write[] => {
  const name = samplePath.slice(libraryFolder.length)
  return [
    put(keys.libraryFile(name), { entity: 'library_file', name, size: 1000, created_at: at, upload: 'a' }),
    put(keys.fileTitle(samplePath), {
      entity: 'file_title',
      path: samplePath,
      title: 'A guide',
      description: null,
    }),
    put(keys.mediaLink(sampleId), {
      entity: 'media_link',
      id: sampleId,
      provider: 'youtube',
      url: 'https://www.youtube.com/watch?v=abcdefghijk',
      video_id: 'abcdefghijk',
      title: null,
      is_active: true,
      created_at: at,
    }),
  ]
}

const passkeyAndReferral = (userId: string, at: string): Write[] => [
  put(keys.passkey(userId, sampleId), {
    entity: 'passkey',
    user_id: userId,
    id: sampleId,
    credential_id: 'AAAA',
    public_key: 'AAAA',
    counter: 0,
    transports: [],
    name: 'Work laptop',
    synced: false,
    created_at: at,
  }),
  put(keys.referral(sampleId), {
    entity: 'referral',
    id: sampleId,
    token: 'sample',
    referrer_name: 'Idris Fenwright',
    used_count: 1,
    created_at: at,
  }),
  put(keys.referralToken('sample'), { entity: 'referral_token', referral_id: sampleId }),
  put(keys.signUpCheck(hashOf('sample')), {
    entity: 'sign_up_check',
    user_id: null,
    expires_at: '2999-01-01T00:00:00.000Z',
  }),
  put(keys.chatDeletion(), {
    entity: 'chat_deletion',
    cutoff: '2026-03-01',
    requested_at: at,
    reminded_on: at.slice(0, 10),
  }),
]

const secondFactor = (userId: string, at: string): Write =>
  put(keys.secondFactor(userId), {
    entity: 'second_factor',
    sealed_key: seal('JBSWY3DPEHPK3PXP', { secret: secretKey, context: `second-factor:${userId}` }),
    created_at: at,
    created_by: 'session-1',
    confirmed_at: at,
  })

/** Stores the items that the sample bodies refer to. */
export const storeSampleRows = async ({ world: { table, now }, userId }: Service): Promise<void> => {
  const at = now.toISOString()
  await table.transact(
    ...inbox(userId, now),
    ...library(at),
    ...passkeyAndReferral(userId, at),
    secondFactor(userId, at),
  )
}
