import { afterEach, describe, expect, test } from 'vitest'
import { clock } from '#test/kit/clock.ts'
import { operator } from '#test/kit/operator.ts'
import { runSchedule } from '#test/kit/schedule.ts'

afterEach(clock.restore)

const dayMs = 24 * 3600_000

/** Stores the files of a deployment that was made in the past. Moving the clock forward would affect other tests. */
const deploy = async (daysAgo: number, name: string): Promise<void> => {
  const time = new Date((await clock.now()).getTime() - daysAgo * dayMs)
  await clock.at(time.toISOString(), async () => {
    await operator.storeSiteFile(`assets/${name}.js`, '')
    await operator.storeSiteFile(`releases/${name}.json`, JSON.stringify({ assets: [`assets/${name}.js`] }))
  })
}

describe('remove-old-assets', () => {
  test('deletes the assets of a release that was replaced more than a week ago, once', async () => {
    await deploy(30, 'earlier')
    await deploy(8, 'current')
    expect(await runSchedule('remove-old-assets')).toEqual({ removed: 2 })
    expect(await runSchedule('remove-old-assets')).toEqual({ removed: 0 })
  })
})
