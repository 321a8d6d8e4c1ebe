import type { ServerResponse } from 'node:http'
import * as z from 'zod'
import { signatureOf } from '#services/chat/visitor-id.ts'
import { sameSecret } from '#platform/crypto.ts'
import { jsonResponse, type HttpRequest, type HttpResponse } from '#local/kit/http.ts'
import type { ChatEvent, Conversation, Conversations, Visitor } from './conversations.ts'

const identity = z.object({
  id: z.string().min(1),
  name: z.string(),
  email: z.string(),
  idSignature: z.string(),
})
const startBody = z.object({ token: z.string().optional(), visitor: identity.optional() })
const sendBody = z.object({ token: z.string(), text: z.string().trim().min(1).max(4000) })
const tokenBody = z.object({ token: z.string() })

/** Creates the API of the frame. It sends no CORS headers, so only pages of the same origin can call it. */
export const createChatApi = (conversations: Conversations, identityKey: string) => {
  const errorResponse = (status: number, error: string) => jsonResponse(status, { error })

  /** Accepts only identities that the service has signed, as real providers do. */
  const verifiedVisitor = (visitor: z.infer<typeof identity>): Visitor | undefined =>
    sameSecret(visitor.idSignature, signatureOf(identityKey, visitor.id)) ? visitor : undefined

  const start = (body: unknown): HttpResponse => {
    const { token, visitor } = startBody.parse(body)
    const verified = visitor && verifiedVisitor(visitor)
    if (visitor && !verified) return errorResponse(401, 'The visitor is not signed by the service.')
    const existing = token === undefined ? undefined : conversations.of(token)
    const isOwn = existing !== undefined && (verified === undefined || existing.visitor.id === verified.id)
    const ownToken = isOwn && token !== undefined ? token : conversations.start(verified)
    const { messages, state } = conversations.of(ownToken) ?? { messages: [], state: 'quiet' }
    return jsonResponse(200, { token: ownToken, messages, state })
  }

  const withConversation = (token: string, act: (conversation: Conversation) => unknown): HttpResponse => {
    const conversation = conversations.of(token)
    if (!conversation) return errorResponse(404, 'There is no such conversation.')
    return jsonResponse(200, act(conversation) ?? {})
  }

  const actions: Readonly<Record<string, (body: unknown) => HttpResponse>> = {
    '/api/start': start,
    '/api/send': (body) => {
      const { token, text } = sendBody.parse(body)
      return withConversation(token, (conversation) => conversations.send(conversation, text))
    },
    '/api/end': (body) =>
      withConversation(tokenBody.parse(body).token, (conversation) => conversations.end(conversation)),
    // Succeeds for unknown tokens too: another tab may have left already.
    '/api/leave': (body) => {
      const { token } = tokenBody.parse(body)
      const conversation = conversations.of(token)
      if (conversation) conversations.end(conversation)
      conversations.forget(token)
      return jsonResponse(200, {})
    },
  }

  return (request: HttpRequest): HttpResponse => {
    const action = actions[request.path]
    if (!action || request.method !== 'POST') return errorResponse(404, 'The chat has no such address.')
    try {
      return action(JSON.parse(request.body.toString('utf8')))
    } catch (error) {
      if (error instanceof z.ZodError || error instanceof SyntaxError)
        return errorResponse(400, error.message)
      throw error
    }
  }
}

/**
 * Streams the events of a conversation to a browser as server-sent events, until the browser disconnects. Begins with
 * all earlier messages, because the browser may have missed some while it was offline.
 */
export const streamEvents = (conversations: Conversations, token: string, response: ServerResponse): void => {
  const conversation = conversations.of(token)
  if (!conversation) {
    response.writeHead(404).end()
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  response.write(': connected\n\n')
  const send = (event: ChatEvent) => response.write(`data: ${JSON.stringify(event)}\n\n`)
  for (const message of conversation.messages) send({ type: 'message', message })
  response.on('close', conversations.subscribe(conversation, send))
}
