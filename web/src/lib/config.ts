import type { ChatConfig } from '#shared/values/chat.ts'

/** The settings of the stage. All values are public. The deployment writes them to `/config.json`. */
export interface SiteConfig {
  stage: string
  region: string
  userPoolId: string
  userPoolClientId: string
  /** Set only when the user pool is not at its regional AWS address. */
  userPoolEndpoint?: string
  /** True if the stage has passkeys. */
  passkeys: boolean
  /** Undefined when the stage has no chat. */
  chat?: ChatConfig
}

let loading: Promise<SiteConfig> | undefined

/** Loads `/config.json` once. After a failure, the next call tries again. */
export const siteConfig = (): Promise<SiteConfig> => {
  loading ??= load().catch((failure: unknown) => {
    loading = undefined
    throw failure
  })
  return loading
}

const load = async (): Promise<SiteConfig> => {
  const response = await fetch('/config.json', { signal: AbortSignal.timeout(10_000) })
  if (!response.ok) throw new Error(`The site's settings could not be loaded (${response.status})`)
  return parseConfig(await response.json())
}

const parseConfig = (value: unknown): SiteConfig => {
  const fields = typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : new Map()
  const text = (key: 'stage' | 'region' | 'userPoolId' | 'userPoolClientId'): string => {
    const entry: unknown = fields.get(key)
    if (typeof entry !== 'string' || entry === '') throw new Error(`The site's settings lack ${key}`)
    return entry
  }
  const endpoint: unknown = fields.get('userPoolEndpoint')
  const chat = parseChatConfig(fields.get('chat'))
  return {
    stage: text('stage'),
    region: text('region'),
    userPoolId: text('userPoolId'),
    userPoolClientId: text('userPoolClientId'),
    ...(typeof endpoint === 'string' && endpoint !== '' && { userPoolEndpoint: endpoint }),
    passkeys: fields.get('passkeys') === true,
    ...(chat && { chat }),
  }
}

/** Returns undefined for incomplete chat settings: the live chat page says so, and the rest of the site works. */
const parseChatConfig = (value: unknown): ChatConfig | undefined => {
  const fields = typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : new Map()
  const text = (key: string): string => {
    const entry: unknown = fields.get(key)
    return typeof entry === 'string' ? entry : ''
  }
  const [propertyId, widgetId, baseUrl, websiteToken, country] = [
    text('propertyId'),
    text('widgetId'),
    text('baseUrl'),
    text('websiteToken'),
    text('country'),
  ]
  switch (fields.get('provider')) {
    case 'tawk':
      return propertyId && widgetId ? { provider: 'tawk', propertyId, widgetId } : undefined
    case 'chatwoot':
      return baseUrl && websiteToken
        ? { provider: 'chatwoot', baseUrl, websiteToken, ...(country && { country }) }
        : undefined
    case 'local':
      return baseUrl ? { provider: 'local', baseUrl } : undefined
    default:
      return undefined
  }
}
