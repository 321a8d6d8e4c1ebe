import type { ChatConfig } from '../../../shared/values/chat.ts'

/** What differs between stages. Every value is public: the deployment writes it as `/config.json`. */
export interface SiteConfig {
  stage: string
  region: string
  userPoolId: string
  userPoolClientId: string
  /** Only where the user pool does not answer at its regional AWS address. */
  userPoolEndpoint?: string
  /** Missing where the stage has no chat. */
  chat?: ChatConfig
}

let loading: Promise<SiteConfig> | undefined

/** Loads `/config.json` once. A failed attempt is forgotten, so that the next caller tries again. */
export const siteConfig = (): Promise<SiteConfig> => {
  loading ??= load().catch((failure: unknown) => {
    loading = undefined
    throw failure
  })
  return loading
}

const load = async (): Promise<SiteConfig> => {
  const answer = await fetch('/config.json', { signal: AbortSignal.timeout(10_000) })
  if (!answer.ok) throw new Error(`The site's settings could not be loaded (${answer.status})`)
  return checked(await answer.json())
}

const checked = (value: unknown): SiteConfig => {
  const found = typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : new Map()
  const text = (key: 'stage' | 'region' | 'userPoolId' | 'userPoolClientId'): string => {
    const entry: unknown = found.get(key)
    if (typeof entry !== 'string' || entry === '') throw new Error(`The site's settings lack ${key}`)
    return entry
  }
  const endpoint: unknown = found.get('userPoolEndpoint')
  const chat = chatFrom(found.get('chat'))
  return {
    stage: text('stage'),
    region: text('region'),
    userPoolId: text('userPoolId'),
    userPoolClientId: text('userPoolClientId'),
    ...(typeof endpoint === 'string' && endpoint !== '' && { userPoolEndpoint: endpoint }),
    ...(chat && { chat }),
  }
}

/** A chat that lacks something is none: the page says so, and the rest of the site works. */
const chatFrom = (value: unknown): ChatConfig | undefined => {
  const found = typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : new Map()
  const text = (key: string): string => {
    const entry: unknown = found.get(key)
    return typeof entry === 'string' ? entry : ''
  }
  const [propertyId, widgetId, baseUrl, websiteToken] = [
    text('propertyId'),
    text('widgetId'),
    text('baseUrl'),
    text('websiteToken'),
  ]
  switch (found.get('provider')) {
    case 'tawk':
      return propertyId && widgetId ? { provider: 'tawk', propertyId, widgetId } : undefined
    case 'chatwoot':
      return baseUrl && websiteToken ? { provider: 'chatwoot', baseUrl, websiteToken } : undefined
    case 'local':
      return baseUrl ? { provider: 'local', baseUrl } : undefined
    default:
      return undefined
  }
}
