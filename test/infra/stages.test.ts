import { expect, test } from 'vitest'
import { configSource } from '#lib/config-source.ts'
import { cloudStage, cloudStages } from '#lib/stages.ts'
import { configValues } from './synthesized.ts'

const without = (missing: string) => (name: string) => (name === missing ? undefined : configValues[name])

test.each(Object.keys(configValues))('prod without %s fails with an error that names it', (missing) => {
  expect(() => cloudStage('prod', without(missing))).toThrow(`needs ${missing}`)
})

test('dev needs no values', () => {
  expect(cloudStage('dev', () => undefined)).toMatchObject({
    name: 'dev',
    domain: undefined,
    siteUrl: undefined,
  })
})

test('an unknown stage is rejected with the list of stages', () => {
  expect(() => cloudStage('staging', () => undefined)).toThrow(cloudStages.join(', '))
})

test('only prod has Stripe live mode and data protection', () => {
  const prod = cloudStage('prod', (name) => configValues[name])
  const dev = cloudStage('dev', () => undefined)
  expect([prod.stripeLiveMode, prod.protectsData, dev.stripeLiveMode, dev.protectsData]).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('the CDK context takes precedence over the environment', () => {
  const context = (name: string) => (name === 'mailFrom' ? 'context@advice.example' : undefined)
  const config = configSource(context, {
    MAIL_FROM: 'environment@advice.example',
    SITE_DOMAIN: 'advice.example',
  })
  expect([config('mailFrom'), config('siteDomain'), config('alarmEmail')]).toEqual([
    'context@advice.example',
    'advice.example',
    undefined,
  ])
})

test('a stage has passkeys only if their domain is set, to the domain of its site or a parent', () => {
  const domainWith = (values: Readonly<Record<string, string>>) =>
    cloudStage('prod', (name) => ({ ...configValues, ...values })[name]).passkeyDomain
  expect(domainWith({})).toBeUndefined()
  expect(domainWith({ passkeyDomain: 'advice.example' })).toBe('advice.example')
  expect(domainWith({ siteDomain: 'www.advice.example', passkeyDomain: 'advice.example' })).toBe(
    'advice.example',
  )
  for (const passkeyDomain of ['other.example', 'vice.example', 'www.advice.example'])
    expect(() => domainWith({ passkeyDomain })).toThrow(`passkeyDomain "${passkeyDomain}"`)
})

const tawk = { tawkPropertyId: '0123456789abcdef01234567', tawkWidgetId: '1abcdefgh' }
const chatwoot = {
  chatProvider: 'chatwoot',
  chatwootBaseUrl: 'https://chat.advice.example',
  chatwootWebsiteToken: 'AbCdEf123',
}
const chatWith = (values: Readonly<Record<string, string>>) => cloudStage('dev', (name) => values[name]).chat

test('a stage has no chat by default, and Tawk.to if its property is set', () => {
  expect(chatWith({})).toBeUndefined()
  expect(chatWith({ ...tawk, chatProvider: 'none' })).toBeUndefined()
  expect(chatWith(tawk)).toEqual({
    provider: 'tawk',
    propertyId: tawk.tawkPropertyId,
    widgetId: tawk.tawkWidgetId,
  })
  expect(chatWith(chatwoot)).toEqual({
    provider: 'chatwoot',
    baseUrl: chatwoot.chatwootBaseUrl,
    websiteToken: chatwoot.chatwootWebsiteToken,
  })
})

test.each([
  [{ tawkPropertyId: tawk.tawkPropertyId }, 'needs tawkWidgetId'],
  [{ ...tawk, tawkWidgetId: '1ab; script-src *' }, 'tawkWidgetId has an invalid format'],
  [{ ...chatwoot, chatwootBaseUrl: 'http://chat.advice.example' }, 'chatwootBaseUrl has an invalid format'],
  [{ ...chatwoot, chatwootWebsiteToken: '' }, 'needs chatwootWebsiteToken'],
  [{ chatProvider: 'carrier-pigeon' }, 'chat provider "carrier-pigeon"'],
])('an incomplete or invalid chat configuration is rejected: %j', (values, problem) => {
  expect(() => chatWith(values)).toThrow(problem)
})
