import { expect, test } from 'vitest'
import { givenBy } from '../../lib/given-values.ts'
import { cloudStage, cloudStages } from '../../lib/stages.ts'
import { givenValues } from './synthesized.ts'

const without = (missing: string) => (name: string) => (name === missing ? undefined : givenValues[name])

test.each(Object.keys(givenValues))('prod without %s fails and says so', (missing) => {
  expect(() => cloudStage('prod', without(missing))).toThrow(`needs ${missing}`)
})

test('dev needs nothing that an operator does not have yet', () => {
  expect(cloudStage('dev', () => undefined)).toMatchObject({
    name: 'dev',
    domain: undefined,
    siteUrl: undefined,
  })
})

test('a stage nobody knows is refused with those there are', () => {
  expect(() => cloudStage('staging', () => undefined)).toThrow(cloudStages.join(', '))
})

test('money moves and data is protected in prod only', () => {
  const prod = cloudStage('prod', (name) => givenValues[name])
  const dev = cloudStage('dev', () => undefined)
  expect([prod.stripeLiveMode, prod.protectsData, dev.stripeLiveMode, dev.protectsData]).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('a value of the context wins over one of the environment', () => {
  const context = (name: string) => (name === 'mailFrom' ? 'context@advice.example' : undefined)
  const given = givenBy(context, { MAIL_FROM: 'environment@advice.example', SITE_DOMAIN: 'advice.example' })
  expect([given('mailFrom'), given('siteDomain'), given('alarmEmail')]).toEqual([
    'context@advice.example',
    'advice.example',
    undefined,
  ])
})

const tawk = { tawkPropertyId: '0123456789abcdef01234567', tawkWidgetId: '1abcdefgh' }
const chatwoot = {
  chatProvider: 'chatwoot',
  chatwootBaseUrl: 'https://chat.advice.example',
  chatwootWebsiteToken: 'AbCdEf123',
}
const chatWith = (values: Readonly<Record<string, string>>) => cloudStage('dev', (name) => values[name]).chat

test('a stage has no chat until an operator names one, and Tawk.to needs no other word', () => {
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
  [{ ...tawk, tawkWidgetId: '1ab; script-src *' }, 'tawkWidgetId is not of the right form'],
  [
    { ...chatwoot, chatwootBaseUrl: 'http://chat.advice.example' },
    'chatwootBaseUrl is not of the right form',
  ],
  [{ ...chatwoot, chatwootWebsiteToken: '' }, 'needs chatwootWebsiteToken'],
  [{ chatProvider: 'carrier-pigeon' }, 'no chat "carrier-pigeon"'],
])('a chat that is not named well is refused: %j', (values, problem) => {
  expect(() => chatWith(values)).toThrow(problem)
})
