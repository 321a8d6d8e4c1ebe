import { reasonOf } from './command-line/reason.ts'
import { smoke, smokeOfAlarms, smokeWithAccount, type Result } from './smoke/checks.ts'
import { accountOptionsOf, alarmStageOf, findSite, readSmokeOptions } from './smoke/options.ts'

const print = (site: string, results: readonly Result[]): boolean => {
  for (const { name, problem } of results)
    console.log(`${problem ? '✗' : '✓'} ${name}${problem ? `: ${problem}` : ''}`)
  const failed = results.filter(({ problem }) => problem !== undefined).length
  console.log(failed === 0 ? `${site} works.` : `${failed} of ${results.length} checks failed.`)
  return failed === 0
}

const main = async (): Promise<void> => {
  const options = readSmokeOptions(process.argv.slice(2), process.env)
  const { site, api } = await findSite(options)
  const results = await smoke(site, api)
  const alarmStage = alarmStageOf(options)
  if (alarmStage) results.push(await smokeOfAlarms(alarmStage))
  else console.log('Skipped: whether anyone receives alarms (--stage without --without-alarms).')
  if (options.withAccount) results.push(...(await smokeWithAccount(await accountOptionsOf(options, site))))
  else
    console.log('Skipped: sign-up, link, sign-in, profile, access, upload, download, deletion (--account).')
  if (api === undefined) console.log('Skipped: calls that bypass CloudFront (no --api).')
  if (!print(site, results)) process.exitCode = 1
}

main().catch((error: unknown) => {
  console.error(reasonOf(error))
  process.exitCode = 1
})
