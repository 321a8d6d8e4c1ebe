import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import '#test/kit/in-memory/environment.ts'
import { openChatApi } from './chat-api.ts'
import { forgetChatVisitor } from './forget-visitor.ts'

let stored: string
let server: Server

/** Stands in for the secrets extension. Every secret has the stored text. */
beforeEach(async () => {
  server = createServer((_request, response) => response.end(JSON.stringify({ SecretString: stored })))
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  // A listening server has an address with a port.
  vi.stubEnv('PARAMETERS_SECRETS_EXTENSION_HTTP_PORT', String((server.address() as AddressInfo).port))
  // A secret is kept for a minute, so each test has its own.
  vi.stubEnv('CHAT_API_ACCESS_ID', randomUUID())
  vi.stubEnv('CHAT_IDENTITY_KEY_ID', randomUUID())
})
afterEach(() => {
  server.close()
  vi.unstubAllEnvs()
})

describe('openChatApi', () => {
  test('opens no API for a provider without one, and sends nothing to forget a visitor', async () => {
    vi.stubEnv('CHAT_API_BASE', '')
    const sent = vi.fn<typeof fetch>()
    vi.stubGlobal('fetch', sent)
    expect(await openChatApi()).toBeUndefined()
    await forgetChatVisitor('user-1')
    expect(sent).not.toHaveBeenCalled()
  })

  test.each(['', '1:1:', ':1:token', '1:token', '1:1:two tokens'])(
    'says that the access is not set if the secret is %j',
    async (secret) => {
      vi.stubEnv('CHAT_API_BASE', 'https://chat.example')
      stored = secret
      await expect(openChatApi()).rejects.toThrow(
        'The secret chat-api-access is not set: see step 11 in docs/new-stage.md',
      )
    },
  )

  test('uses the account and the token of the secret to forget a visitor', async () => {
    vi.stubEnv('CHAT_API_BASE', 'https://chat.example')
    stored = '12:7:a-token'
    const sent = vi.fn<typeof fetch>().mockResolvedValue(Response.json({ payload: [] }))
    vi.stubGlobal('fetch', sent)
    await forgetChatVisitor('user-1')
    expect(sent).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(
        /^https:\/\/chat\.example\/api\/v1\/accounts\/12\/contacts\/search\?q=[0-9a-f]{32}$/,
      ),
      expect.objectContaining({ headers: expect.objectContaining({ api_access_token: 'a-token' }) }),
    )
  })
})
