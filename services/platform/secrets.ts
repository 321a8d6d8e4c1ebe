import { get } from 'node:http'

/** The extension runs on the same host. A slower response means that it is not running. */
const timeoutMs = 2000

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
      },
      (response) => {
        let body = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => (body += chunk))
        response.on('end', () => {
          if (response.statusCode !== 200)
            return reject(new Error(`The secrets extension returned ${String(response.statusCode)}`))
          const { SecretString } = JSON.parse(body) as { SecretString?: string }
          return SecretString === undefined
            ? reject(new Error('The secret has no text value'))
            : resolve(SecretString)
        })
      },
    )
    request.on('timeout', () => request.destroy(new Error('The secrets extension did not respond')))
    request.on('error', reject)
  })

const cache = new Map<string, Promise<string>>()

/**
 * Reads a secret through the AWS Parameters and Secrets extension, once per function instance. A failed read is not
 * cached, so the next request tries again.
 *
 * @param id ARN or name of the secret
 */
export const secret = (id: string): Promise<string> => {
  const value = cache.get(id) ?? fetchSecret(id)
  cache.set(id, value)
  value.catch(() => cache.delete(id))
  return value
}
