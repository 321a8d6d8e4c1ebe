import { startCloud } from '#test/kit/cloud.ts'
import { type RunWithACloud, storeLogs } from '#test/kit/logs-of-the-run.ts'

/** `npm test` runs the journeys that move the clock on their own. */
const run: RunWithACloud = process.env.JOURNEYS === 'clock' ? 'clock' : 'journeys'

/** Starts the cloud that the journeys use, or uses the one that LOCAL_SITE names. */
const setup = async () => {
  if (process.env.LOCAL_SITE !== undefined) return undefined
  const cloud = await startCloud('journeys')
  // The workers that run the journeys inherit this variable.
  process.env.LOCAL_SITE = cloud.site
  return async () => {
    await storeLogs(run, cloud.site)
    await cloud.stop()
  }
}

export default setup
