import { get } from 'node:http'
import { text } from 'node:stream/consumers'

/** The extension runs on the same host. A slower response means that it is not running. */
const timeoutMs = 2000

const textValueOf = (status: number | undefined, body: string): string => {
  if (status !== 200) throw new Error(`The secrets extension returned ${String(status)}`)
  const { SecretString } = JSON.parse(body) as { SecretString?: string }
  if (SecretString === undefined) throw new Error('The secret has no text value')
  return SecretString
}

const fetchSecret = (id: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const port = process.env['PARAMETERS_SECRETS_EXTENSION_HTTP_PORT'] ?? '2773'
    const request = get(
      {
        host: 'localhost',
        port,
        path: `/secretsmanager/get?secretId=${encodeURIComponent(id)}`,
        headers: { 'X-Aws-Parameters-Secrets-Token': process.env['AWS_SESSION_TOKEN'] ?? '' },
        timeout: timeoutMs,
        // Lambda freezes the function between requests. A kept connection may be closed when the function continues.
        agent: false,
      },
      (response) => {
        // Also fails if the response breaks off: the error of the request is reported only before the response starts.
        text(response)
          .then((body) => textValueOf(response.statusCode, body))
          .then(resolve, reject)
      },
    )
    request.on('timeout', () => request.destroy(new Error('The secrets extension did not respond')))
    request.on('error', reject)
  })

/** A changed secret is used after this time. The extension keeps it for as long (SECRETS_MANAGER_TTL). */
const cachedMs = 60_000

interface Cached {
  readonly value: Promise<string>
  readonly readAt: number
}

const cache = new Map<string, Cached>()

const read = (id: string): Promise<string> => {
  const value = fetchSecret(id)
  cache.set(id, { value, readAt: performance.now() })
  value.catch(() => cache.delete(id))
  return value
}

/**
 * Reads a secret through the AWS Parameters and Secrets extension and keeps it for a minute. A failed read is not
 * cached, so the next request tries again.
 *
 * @param id ARN or name of the secret
 */
export const secret = (id: string): Promise<string> => {
  const cached = cache.get(id)
  return cached && performance.now() - cached.readAt < cachedMs ? cached.value : read(id)
}

/** Reads a secret again after a signature did not match. Returns undefined if the secret has not changed. */
export const changedSecret = async (id: string): Promise<string | undefined> => {
  const before = await secret(id)
  const current = await read(id)
  return current === before ? undefined : current
}
