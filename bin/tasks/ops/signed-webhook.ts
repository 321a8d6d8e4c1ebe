import { createHmac } from 'node:crypto'
import { errorCodeOf, requestLimitMs } from './rotate-dependencies.ts'
import { chatWebhook, stripeWebhook } from '#shared/values/site-map.ts'

/** Secrets that sign webhooks. */
export const webhookSecrets = ['stripe-webhook-secret', 'chat-webhook-secret'] as const
export type WebhookSecret = (typeof webhookSecrets)[number]

const addresses: Readonly<Record<WebhookSecret, string>> = {
  'stripe-webhook-secret': stripeWebhook,
  'chat-webhook-secret': chatWebhook,
}

/**
 * A body that is no event of any provider. The service rejects it after it has accepted the signature, and changes
 * nothing.
 */
const body = 'null'

const mac = (algorithm: 'sha1' | 'sha256', secret: string, text: string): string =>
  createHmac(algorithm, secret).update(text).digest('hex')

/** Signs the body as Stripe, Tawk.to and Chatwoot do. */
const signatures = (secret: string, now: Date): Record<string, string> => {
  const seconds = String(Math.floor(now.getTime() / 1000))
  const timed = mac('sha256', secret, `${seconds}.${body}`)
  return {
    'stripe-signature': `t=${seconds},v1=${timed}`,
    'x-tawk-signature': mac('sha1', secret, body),
    'x-chatwoot-timestamp': seconds,
    'x-chatwoot-signature': `sha256=${timed}`,
  }
}

/** Decides whether the webhook of a site accepts a signature with this secret. Changes nothing there. */
export const isSignatureAccepted = async (
  site: string,
  name: WebhookSecret,
  secret: string,
): Promise<boolean> => {
  const response = await fetch(`${site.replace(/\/$/, '')}${addresses[name]}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signatures(secret, new Date()) },
    body,
    signal: AbortSignal.timeout(requestLimitMs),
  })
  return (await errorCodeOf(response)) === 'validation_failed'
}
