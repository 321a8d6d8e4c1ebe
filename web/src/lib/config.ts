/** What differs between stages. Every value is public: the deployment writes it as `/config.json`. */
export interface SiteConfig {
  stage: string
  region: string
  userPoolId: string
  userPoolClientId: string
  /** Only where the user pool does not answer at its regional AWS address. */
  userPoolEndpoint?: string
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
  return {
    stage: text('stage'),
    region: text('region'),
    userPoolId: text('userPoolId'),
    userPoolClientId: text('userPoolClientId'),
    ...(typeof endpoint === 'string' && endpoint !== '' && { userPoolEndpoint: endpoint }),
  }
}
