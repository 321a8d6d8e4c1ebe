import { beforeEach, describe, expect, test, vi } from 'vitest'
import { parseSettings } from '#lib/stage-settings.ts'
import { cloudStage } from '#lib/stages.ts'
import { requireSamePrices } from './prices.ts'

const stageOf = (name: 'dev' | 'prod') =>
  cloudStage(
    name,
    parseSettings('test.json', {
      region: 'eu-west-2',
      monthlyBudgetDollars: 25,
      siteDomain: 'advice.example',
      certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/00000000-0000-4000-8000-000000000000',
      alarmEmail: 'alarms@advice.example',
      mailFrom: 'help@advice.internal',
    }),
  )

let lines: string[]
beforeEach(() => {
  lines = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
})

describe('comparison of prices before a deployment', () => {
  test('needs a key where real money is taken', async () => {
    await expect(requireSamePrices(stageOf('prod'), { wasDeployed: true }, {})).rejects.toThrow(
      'STRIPE_SECRET_KEY is not set. prod takes real money',
    )
    // A workflow without the secret sets an empty variable.
    await expect(
      requireSamePrices(stageOf('prod'), { wasDeployed: true }, { STRIPE_SECRET_KEY: '' }),
    ).rejects.toThrow('STRIPE_SECRET_KEY is not set')
  })

  test('is left out with a message where no real money is taken', async () => {
    await requireSamePrices(stageOf('dev'), { wasDeployed: true }, {})
    expect(lines).toEqual(['Prices were not compared with Stripe: STRIPE_SECRET_KEY is not set.'])
  })

  test('is left out at the first deployment, after which Stripe is set up', async () => {
    await requireSamePrices(stageOf('prod'), { wasDeployed: false }, {})
    expect(lines).toEqual(['Prices were not compared with Stripe: this is the first deployment.'])
  })
})
