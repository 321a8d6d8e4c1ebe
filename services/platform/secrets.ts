import { get } from 'node:http'

/** The extension answers on loopback; slower than this means that it is not there. */
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
            return reject(new Error(`The secrets extension answered ${String(response.statusCode)}`))
          const { SecretString } = JSON.parse(body) as { SecretString?: string }
          return SecretString === undefined
            ? reject(new Error('The secret holds no text'))
            : resolve(SecretString)
        })
      },
    )
    request.on('timeout', () => request.destroy(new Error('The secrets extension did not answer')))
    request.on('error', reject)
  })

const known = new Map<string, Promise<string>>()

/**
 * Reads a secret through the AWS Parameters and Secrets extension, once for the life of the function. A
 * failed read is not kept, so the next request tries again.
 *
 * @param id ARN or name of the secret
 */
export const secret = (id: string): Promise<string> => {
  const reading = known.get(id) ?? fetchSecret(id)
  known.set(id, reading)
  reading.catch(() => known.delete(id))
  return reading
}
