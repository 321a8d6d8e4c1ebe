import type { ChatConfig } from '#shared/values/chat.ts'
import { environmentName, type ConfigSource } from './config-source.ts'

/** Reads a required value. Checks its format, because it becomes part of a script URL or a security policy. */
const valueOf = (name: string, format: RegExp, config: ConfigSource): string => {
  const value = config(name)
  if (value && format.test(value)) return value
  const problem = value ? `${name} has an invalid format` : `The chat needs ${name}`
  throw new Error(`${problem}: pass -c ${name}=… or set ${environmentName(name)} in the environment.`)
}

const identifier = /^[A-Za-z0-9]+$/

const tawkOf = (config: ConfigSource): ChatConfig => ({
  provider: 'tawk',
  propertyId: valueOf('tawkPropertyId', identifier, config),
  widgetId: valueOf('tawkWidgetId', identifier, config),
})

const chatwootOf = (config: ConfigSource): ChatConfig => ({
  provider: 'chatwoot',
  baseUrl: valueOf('chatwootBaseUrl', /^https:\/\/[a-z0-9.-]+(:\d+)?$/, config),
  websiteToken: valueOf('chatwootWebsiteToken', identifier, config),
})

/**
 * Returns the chat of a stage: the one that `chatProvider` names, else Tawk.to if `tawkPropertyId` is set, else none.
 *
 * @throws Error if a value is missing or has an invalid format
 */
export const chatOf = (config: ConfigSource): ChatConfig | undefined => {
  const provider = config('chatProvider') ?? (config('tawkPropertyId') ? 'tawk' : 'none')
  switch (provider) {
    case 'tawk':
      return tawkOf(config)
    case 'chatwoot':
      return chatwootOf(config)
    case 'none':
      return undefined
    default:
      throw new Error(`Unknown chat provider "${provider}": use tawk, chatwoot or none.`)
  }
}
