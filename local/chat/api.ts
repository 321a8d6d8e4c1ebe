import type { ServerResponse } from 'node:http'
import * as z from 'zod'
import { signatureOf } from '../../services/chat/visitor-id.ts'
import { sameSecret } from '../../services/platform/crypto.ts'
import { jsonResponse, type HttpRequest, type HttpResponse } from '../http.ts'
import type { Conversation, Conversations, Person } from './conversations.ts'

const identity = z.object({
  id: z.string().min(1),
  name: z.string(),
  email: z.string(),
  idSignature: z.string(),
})
const beginBody = z.object({ token: z.string().optional(), visitor: identity.optional() })
const sayBody = z.object({ token: z.string(), text: z.string().trim().min(1).max(4000) })
const tokenBody = z.object({ token: z.string() })

/** What the frame may ask. Its page is of this origin, so nobody else's is allowed. */
export const createChatApi = (conversations: Conversations, identityKey: string) => {
  const refuse = (status: number, error: string) => jsonResponse(status, { error })

  /** As at real providers, a name that is not signed by the service is nobody's. */
  const personOf = (visitor: z.infer<typeof identity>): Person | undefined =>
    sameSecret(visitor.idSignature, signatureOf(identityKey, visitor.id)) ? visitor : undefined

  const begin = (body: unknown): HttpResponse => {
    const { token, visitor } = beginBody.parse(body)
    const person = visitor && personOf(visitor)
    if (visitor && !person) return refuse(401, 'The visitor is not signed by the service.')
    const known = token === undefined ? undefined : conversations.of(token)
    const isTheirs = known !== undefined && (person === undefined || known.person.id === person.id)
    const own = isTheirs && token !== undefined ? token : conversations.begin(person)
    const { messages, state } = conversations.of(own) ?? { messages: [], state: 'quiet' }
    return jsonResponse(200, { token: own, messages, state })
  }

  const withConversation = (token: string, act: (conversation: Conversation) => unknown): HttpResponse => {
    const conversation = conversations.of(token)
    if (!conversation) return refuse(404, 'There is no such conversation.')
    return jsonResponse(200, act(conversation) ?? {})
  }

  const actions: Readonly<Record<string, (body: unknown) => HttpResponse>> = {
    '/api/begin': begin,
    '/api/say': (body) => {
      const { token, text } = sayBody.parse(body)
      return withConversation(token, (conversation) => conversations.say(conversation, text))
    },
    '/api/end': (body) =>
      withConversation(tokenBody.parse(body).token, (conversation) => conversations.end(conversation)),
    // Another tab may have left before: nothing is left to be done then.
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
    if (!action || request.method !== 'POST') return refuse(404, 'The chat has no such address.')
    try {
      return action(JSON.parse(request.body.toString('utf8')))
    } catch (error) {
      if (error instanceof z.ZodError || error instanceof SyntaxError) return refuse(400, error.message)
      throw error
    }
  }
}

/** Tells a browser what happens in its conversation, as server-sent events, until it goes away. */
export const streamNews = (conversations: Conversations, token: string, response: ServerResponse): void => {
  const conversation = conversations.of(token)
  if (!conversation) {
    response.writeHead(404).end()
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  response.write(': hello\n\n')
  const stop = conversations.watch(conversation, (news) =>
    response.write(`data: ${JSON.stringify(news)}\n\n`),
  )
  response.on('close', stop)
}
