import { describe, expect, test } from 'vitest'
import { parseSettings, readSettings } from '#lib/stage-settings.ts'
import { cloudStage, cloudStages, readStage, requireSeparateAccounts } from '#lib/stages.ts'
import { prodSettings, settingsOf } from './synthesized.ts'

const without = (name: string) =>
  settingsOf(Object.fromEntries(Object.entries(prodSettings).filter(([key]) => key !== name)))

const tawk = { provider: 'tawk', propertyId: '0123456789abcdef01234567', widgetId: '1abcdefgh' }
const chatwoot = {
  provider: 'chatwoot',
  baseUrl: 'https://chat.advice.example',
  websiteToken: 'AbCdEf123',
  country: 'Ireland',
}

describe('stages', () => {
  test.each(cloudStages)('the settings of %s are valid', (stage) => {
    expect(readSettings(stage)).toMatchObject({ region: 'eu-west-2' })
  })

  test.each(['siteDomain', 'certificateArn', 'alarmEmail', 'mailFrom'])(
    'prod without %s fails with an error that names it and the file',
    (missing) => {
      expect(() => cloudStage('prod', without(missing))).toThrow(
        `The stage prod needs ${missing} in stages/prod.json.`,
      )
    },
  )

  test('a domain needs a certificate in every stage', () => {
    expect(() => cloudStage('dev', settingsOf({ siteDomain: 'advice.example' }))).toThrow('certificateArn')
  })

  test('dev and staging need no values', () => {
    for (const stage of ['dev', 'staging'] as const)
      expect(cloudStage(stage, settingsOf())).toMatchObject({ domain: undefined, siteUrl: undefined })
  })

  test('workflows need an account for staging and another one for prod', () => {
    const [one, other] = ['111122223333', '444455556666']
    const check = (staging?: string, prod?: string) => () =>
      requireSeparateAccounts({
        staging: settingsOf(staging ? { account: staging } : {}),
        prod: settingsOf(prod ? { account: prod } : {}),
      })
    expect(check(one, other)).not.toThrow()
    expect(check(one, one)).toThrow('account must differ in stages/staging.json and stages/prod.json')
    expect(check(one)).toThrow('set account in stages/prod.json')
    expect(check(undefined, other)).toThrow('set account in stages/staging.json')
  })

  test('an unknown stage is rejected with the list of stages', () => {
    expect(() => readStage('production')).toThrow(cloudStages.join(', '))
  })

  test('only prod has Stripe live mode and data protection', () => {
    const kept = cloudStages.map((name) => cloudStage(name, settingsOf(prodSettings)))
    expect(kept.map(({ stripeLiveMode, protectsData }) => [stripeLiveMode, protectsData])).toEqual([
      [false, false],
      [false, false],
      [true, true],
    ])
  })

  test('a stage has passkeys only if their domain is set, to the domain of its site or a parent', () => {
    const domainWith = (values: Readonly<Record<string, string>>) =>
      cloudStage('prod', settingsOf({ ...prodSettings, ...values })).passkeyDomain
    expect(domainWith({})).toBeUndefined()
    expect(domainWith({ siteDomain: 'advice.example', passkeyDomain: 'advice.example' })).toBe(
      'advice.example',
    )
    expect(domainWith({ siteDomain: 'www.advice.example', passkeyDomain: 'advice.example' })).toBe(
      'advice.example',
    )
    for (const passkeyDomain of ['other.example', 'vice.example', 'www.advice.example'])
      expect(() => domainWith({ siteDomain: 'advice.example', passkeyDomain })).toThrow(
        `passkeyDomain "${passkeyDomain}"`,
      )
    expect(() => cloudStage('dev', settingsOf({ passkeyDomain: 'advice.example' }))).toThrow('not set')
  })

  test('no chat is the default', () => {
    expect(cloudStage('dev', settingsOf()).chat).toBeUndefined()
    expect(cloudStage('dev', settingsOf({ chat: tawk })).chat).toEqual(tawk)
    expect(cloudStage('dev', settingsOf({ chat: chatwoot })).chat).toEqual(chatwoot)
  })
})

const valid = { region: 'eu-west-2', monthlyBudgetDollars: 25 }

describe('settings of a stage', () => {
  test.each([
    [{ ...valid, sitedomain: 'advice.example' }, 'sitedomain is not a setting; did you mean siteDomain?'],
    [{ ...valid, alarmMail: 'a@advice.example' }, 'did you mean alarmEmail?'],
    [{ ...valid, colour: 'red' }, 'colour is not a setting.'],
    [{ monthlyBudgetDollars: 25 }, 'region is missing'],
    [{ ...valid, region: 'London' }, 'region must be an AWS region'],
    // CloudFront stores no access logs in regions that accounts opt in to.
    [{ ...valid, region: 'eu-central-2' }, 'region must be an AWS region that needs no opt-in'],
    [{ ...valid, siteDomain: 'https://advice.example' }, 'siteDomain must be a host name'],
    [{ ...valid, certificateArn: 'arn:aws:acm:eu-west-2:111122223333:certificate/1' }, 'in us-east-1'],
    [{ ...valid, mailFrom: 'help@fanlight.example' }, 'mailFrom is a sample address'],
    [{ ...valid, mailFrom: 'help' }, 'mailFrom must be an email address'],
    [{ ...valid, chat: { ...tawk, widgetId: '1ab; script-src *' } }, 'chat.widgetId must contain letters'],
    [
      { ...valid, chat: { ...chatwoot, baseUrl: 'http://chat.advice.example' } },
      'chat.baseUrl must look like',
    ],
    [{ ...valid, chat: { ...chatwoot, country: undefined } }, 'chat.country is missing'],
    [{ ...valid, chat: { ...chatwoot, country: 'the moon' } }, 'chat.country must look like'],
    [{ ...valid, chat: { provider: 'tawk', propertyId: 'a1' } }, 'chat.widgetId is missing'],
    [{ ...valid, chat: { provider: 'carrier-pigeon' } }, 'chat.provider'],
    [{ ...valid, gitHubProviderArn: 'github' }, "must be the ARN of the account's OIDC provider"],
    [{ ...valid, account: '42' }, 'account must be the twelve digits'],
    [
      { ...valid, restoredTable: { name: 'another-table', streamArn: '' } },
      'restoredTable.name must be the name of a restored table',
    ],
  ])('rejects %j: %s', (settings, problem) => {
    expect(() => parseSettings('stages/dev.json', settings)).toThrow(problem)
  })

  test('reports every defect in one error', () => {
    expect(() => parseSettings('stages/dev.json', { region: 1, colour: 'red' })).toThrow(
      /^stages\/dev\.json: .*region.*monthlyBudgetDollars is missing.*colour/,
    )
  })
})
