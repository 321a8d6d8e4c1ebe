import type { Clock } from '#local/kit/clock.ts'
import type { CognitoEmulator, InvokeTrigger, UserPoolClientDefinition, UserPoolDefinition } from './types.ts'
import { createCognito } from './cognito.ts'

const region = 'eu-west-2'
const accountId = '000000000000'
export const poolId = 'eu-west-2_TestPool1'
export const clientId = 'test-client'

/** A trigger as a plain function from the request to the response. */
export type Trigger = (event: {
  triggerSource: string
  userName: string
  request: Record<string, unknown>
}) => Record<string, unknown>

interface Setting {
  readonly client?: Partial<UserPoolClientDefinition>
  readonly pool?: Partial<UserPoolDefinition>
  readonly triggers?: Readonly<Record<string, Trigger>>
}

/** Creates a clock that only moves when set, so that slow machines do not outlast one-second locks. */
const createStoppedClock = (): Clock => {
  const start = new Date('2026-03-06T09:05:07Z')
  let now = start
  return {
    now: () => now,
    recentTimes: () => [now],
    set: (to) => void (now = to),
    reset: () => void (now = start),
    shared: new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT),
    onJump: () => undefined,
  }
}

/** Creates the pool of a setting. In these tests a trigger's name is its ARN. */
const testPool = ({ pool, triggers = {} }: Setting): UserPoolDefinition => ({
  id: poolId,
  arn: `arn:aws:cognito-idp:${region}:${accountId}:userpool/${poolId}`,
  name: 'test',
  triggers: Object.fromEntries(Object.keys(triggers).map((name) => [name, name])),
  minPasswordLength: 6,
  selfSignUp: false,
  ...pool,
})

export const testClient = (overrides: Partial<UserPoolClientDefinition> = {}): UserPoolClientDefinition => ({
  id: clientId,
  userPoolId: poolId,
  explicitAuthFlows: [
    'ALLOW_USER_SRP_AUTH',
    'ALLOW_CUSTOM_AUTH',
    'ALLOW_REFRESH_TOKEN_AUTH',
    'ALLOW_ADMIN_USER_PASSWORD_AUTH',
  ],
  accessTokenSeconds: 3600,
  idTokenSeconds: 3600,
  refreshTokenSeconds: 30 * 24 * 3600,
  rotationGraceSeconds: undefined,
  preventUserExistenceErrors: true,
  writeAttributes: ['name'],
  ...overrides,
})

/** Returns shortcuts for calls of the JSON API. They return bodies, with `__type` and `message` on errors. */
const callsOf = (cognito: CognitoEmulator) => {
  const call = async (action: string, body: Record<string, unknown>) =>
    (await cognito.handle(action, body)).body as Record<string, unknown>
  const admin = (action: string, body: Record<string, unknown> = {}) =>
    call(`Admin${action}`, { UserPoolId: poolId, ...body })
  /** Creates a confirmed user and returns the `sub`. */
  const signUp = async (email: string, password: string): Promise<string> => {
    const created = await admin('CreateUser', { Username: email, MessageAction: 'SUPPRESS' })
    await admin('SetUserPassword', { Username: email, Password: password, Permanent: true })
    return (created['User'] as { Username: string }).Username
  }
  const signIn = (email: string, password: string) =>
    admin('InitiateAuth', {
      ClientId: clientId,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: password },
    })
  return { call, admin, signUp, signIn }
}

/** Creates a pool with one app client and the group `admin`. `events` collects what the triggers received. */
export const createTestCognito = (setting: Setting = {}) => {
  const clock = createStoppedClock()
  const events: Parameters<Trigger>[0][] = []
  const invoke: InvokeTrigger = async (arn, event) => {
    const received = event as Parameters<Trigger>[0]
    events.push(structuredClone(received))
    const trigger = setting.triggers?.[arn]
    if (!trigger) throw new Error(`No trigger ${arn}`)
    return { response: trigger(received) }
  }
  const cognito = createCognito({ clock, region, accountId, invoke })
  cognito.addPool(testPool(setting))
  cognito.addClient(testClient(setting.client))
  cognito.addGroup(poolId, 'admin')
  const advanceClock = (ms: number) => clock.set(new Date(clock.now().getTime() + ms))
  return { cognito, clock, events, advanceClock, ...callsOf(cognito) }
}

/** Returns the tokens of a response. Throws an error with the response if it has none. */
export const tokensIn = (response: Record<string, unknown>) => {
  const result = response['AuthenticationResult'] as Record<string, string> | undefined
  const { AccessToken, IdToken, RefreshToken = '' } = result ?? {}
  if (!AccessToken || !IdToken) throw new Error(`No tokens: ${JSON.stringify(response)}`)
  return { accessToken: AccessToken, idToken: IdToken, refreshToken: RefreshToken }
}

export const claimsIn = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as Record<string, unknown>

/** Creates a pool with one signed-in user. */
export const createSignedInUser = async (email: string, password: string, setting?: Setting) => {
  const emulator = createTestCognito(setting)
  const sub = await emulator.signUp(email, password)
  const tokens = tokensIn(await emulator.signIn(email, password))
  const refresh = () =>
    emulator.call('GetTokensFromRefreshToken', { ClientId: clientId, RefreshToken: tokens.refreshToken })
  const getUser = () => emulator.call('GetUser', { AccessToken: tokens.accessToken })
  return { ...emulator, ...tokens, sub, refresh, getUser }
}
