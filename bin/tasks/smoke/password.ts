import { Amplify } from 'aws-amplify'
import { fetchAuthSession, signIn } from 'aws-amplify/auth'
import { ConsoleLogger } from 'aws-amplify/utils'
import * as z from 'zod'
import { get } from './requests.ts'

const config = z.object({
  userPoolId: z.string(),
  userPoolClientId: z.string(),
  /** Only in the local cloud. */
  userPoolEndpoint: z.string().optional(),
})
type Config = z.infer<typeof config>

/** Reads the configuration of the pages. */
export const readConfig = async (site: string): Promise<Config> =>
  config.parse(await (await get(`${site}/config.json`)).json())

/** Signs in with SRP, as the pages do, and returns an access token. */
export const signInWithPassword = async (
  { userPoolId, userPoolClientId, userPoolEndpoint }: Config,
  username: string,
  password: string,
): Promise<string> => {
  ConsoleLogger.LOG_LEVEL = 'ERROR'
  const endpoint = userPoolEndpoint === undefined ? {} : { userPoolEndpoint }
  Amplify.configure({ Auth: { Cognito: { userPoolId, userPoolClientId, ...endpoint } } })
  const { isSignedIn } = await signIn({ username, password })
  if (!isSignedIn) throw new Error('the password does not sign in')
  const { tokens } = await fetchAuthSession()
  if (tokens === undefined) throw new Error('the user pool returned no tokens')
  return tokens.accessToken.toString()
}
