import { startCloud } from '#test/kit/cloud.ts'
import { storeLogs } from '#test/kit/recorded-logs.ts'

/** Starts the cloud that the journeys use, or uses the one that LOCAL_SITE names. */
const setup = async () => {
  if (process.env.LOCAL_SITE !== undefined) return undefined
  const cloud = await startCloud('journeys')
  // The workers that run the journeys inherit this variable.
  process.env.LOCAL_SITE = cloud.site
  return async () => {
    await storeLogs('journeys', cloud.site)
    await cloud.stop()
  }
}

export default setup
