import { expect, test } from 'vitest'
import { cloudStage, cloudStages, givenBy } from '../../lib/stages.ts'
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
