import { call, callAsGuest } from '../../../lib/call.ts'

/** Who chats, signed: the holder of a guest key, or the signed-in person. Throws `CallError`. */
export const signChatVisitor = (guestKey: string | undefined) =>
  guestKey === undefined
    ? call('sign-chat-visitor', {})
    : callAsGuest('sign-chat-visitor', { guest_key: guestKey })
