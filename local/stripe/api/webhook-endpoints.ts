import * as z from 'zod'
import { applyPatch, type Account } from '../account/account.ts'
import { invalid, notFound } from '../account/errors.ts'
import { newId } from '../account/ids.ts'
import { apiVersion, type WebhookEndpoint } from '../account/objects.ts'
import { endpoint } from './endpoint.ts'
import { page } from '../account/list.ts'
import {
  clearable,
  expandOnly,
  flag,
  listOf,
  mergeMetadata,
  metadata,
  paging,
  text,
} from '../account/params.ts'

const createParams = z.strictObject({
  ...expandOnly,
  api_version: text.optional(),
  description: clearable.optional(),
  enabled_events: listOf(text),
  metadata: metadata.optional(),
  url: text,
})

const updateParams = z.strictObject({
  ...expandOnly,
  description: clearable.optional(),
  disabled: flag.optional(),
  enabled_events: listOf(text).optional(),
  metadata: metadata.optional(),
  url: text.optional(),
})

const checkUrl = (url: string): string => {
  if (!URL.canParse(url))
    throw invalid('Invalid URL: An explicit scheme (such as https) must be provided.', 'url')
  return url
}

/** Adds an endpoint to the account. Only this result contains its signing secret. */
export const createWebhookEndpoint = (
  account: Account,
  params: z.infer<typeof createParams>,
): WebhookEndpoint => {
  const created: WebhookEndpoint = {
    id: newId('we'),
    object: 'webhook_endpoint',
    api_version: params.api_version ?? null,
    application: null,
    created: account.now(),
    description: params.description ?? null,
    enabled_events: params.enabled_events,
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
    status: 'enabled',
    url: checkUrl(params.url),
  }
  account.webhookEndpoints.set(created.id, created)
  // The emulator signs its own deliveries with another one.
  return { ...created, secret: newId('whsec', 32) }
}

const statusAfter = (before: string, disabled: boolean | undefined): string => {
  if (disabled === undefined) return before
  return disabled ? 'disabled' : 'enabled'
}

const update = (one: WebhookEndpoint, params: z.infer<typeof updateParams>): WebhookEndpoint => {
  applyPatch(one, {
    description: params.description === undefined ? one.description : params.description,
    enabled_events: params.enabled_events ?? one.enabled_events,
    metadata: mergeMetadata(one.metadata, params.metadata),
    status: statusAfter(one.status, params.disabled),
    url: params.url === undefined ? one.url : checkUrl(params.url),
  })
  return one
}

const path = '/v1/webhook_endpoints'
const unknown = (id: string) => notFound('webhook endpoint', id, 'webhook_endpoint')

/**
 * Webhook endpoints of the account. They are stored, but the emulator always delivers to the address that it was
 * started with, so that the local site works without any set-up.
 */
export const webhookEndpointEndpoints = [
  endpoint({
    action: 'webhookEndpoints.list',
    method: 'GET',
    path,
    params: z.strictObject(paging),
    handle: ({ account, params }) => page([...account.webhookEndpoints.values()], params, path),
  }),
  endpoint({
    action: 'webhookEndpoints.create',
    method: 'POST',
    path,
    params: createParams,
    handle: ({ account, params }) =>
      params.api_version === undefined || /^\d{4}-\d{2}-\d{2}(?:\.[a-z]+)?$/.test(params.api_version)
        ? createWebhookEndpoint(account, params)
        : invalid(
            `Invalid API version: ${params.api_version}. The current one is ${apiVersion}.`,
            'api_version',
          ),
  }),
  endpoint({
    action: 'webhookEndpoints.retrieve',
    method: 'GET',
    path: `${path}/:webhook_endpoint`,
    params: z.strictObject(expandOnly),
    handle: ({ account, id }) => account.webhookEndpoints.get(id) ?? unknown(id),
  }),
  endpoint({
    action: 'webhookEndpoints.update',
    method: 'POST',
    path: `${path}/:webhook_endpoint`,
    params: updateParams,
    handle: ({ account, id, params }) => {
      const found = account.webhookEndpoints.get(id)
      return found ? update(found, params) : unknown(id)
    },
  }),
  endpoint({
    action: 'webhookEndpoints.del',
    method: 'DELETE',
    path: `${path}/:webhook_endpoint`,
    params: z.strictObject(expandOnly),
    handle: ({ account, id }) =>
      account.webhookEndpoints.delete(id) ? { id, object: 'webhook_endpoint', deleted: true } : unknown(id),
  }),
]
