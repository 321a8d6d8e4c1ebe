import type { ChatConfig } from '../shared/values/chat.ts'
import { environmentName, type GivenValue } from './given-values.ts'

/** What stands in the address of a script or in a security policy must be of the form that belongs there. */
const valueOf = (name: string, form: RegExp, given: GivenValue): string => {
  const value = given(name)
  if (value && form.test(value)) return value
  const problem = value ? `${name} is not of the right form` : `the chat needs ${name}`
  throw new Error(`${problem}: pass -c ${name}=… or set ${environmentName(name)} in the environment.`)
}

const identifier = /^[A-Za-z0-9]+$/

const tawkOf = (given: GivenValue): ChatConfig => ({
  provider: 'tawk',
  propertyId: valueOf('tawkPropertyId', identifier, given),
  widgetId: valueOf('tawkWidgetId', identifier, given),
})

const chatwootOf = (given: GivenValue): ChatConfig => ({
  provider: 'chatwoot',
  baseUrl: valueOf('chatwootBaseUrl', /^https:\/\/[a-z0-9.-]+(:\d+)?$/, given),
  websiteToken: valueOf('chatwootWebsiteToken', identifier, given),
})

/**
 * The chat of a stage: Tawk.to unless `chatProvider` says otherwise, as soon as its property is named. A stage
 * that names none has none.
 */
export const chatOf = (given: GivenValue): ChatConfig | undefined => {
  const provider = given('chatProvider') ?? (given('tawkPropertyId') ? 'tawk' : 'none')
  switch (provider) {
    case 'tawk':
      return tawkOf(given)
    case 'chatwoot':
      return chatwootOf(given)
    case 'none':
      return undefined
    default:
      throw new Error(`There is no chat "${provider}": chatProvider is tawk, chatwoot or none.`)
  }
}
