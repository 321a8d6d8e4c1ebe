/** User pool triggers that the emulator supports. */
const triggerNames = [
  'DefineAuthChallenge',
  'CreateAuthChallenge',
  'VerifyAuthChallengeResponse',
  'PreTokenGeneration',
  'PreAuthentication',
  'PostAuthentication',
] as const

export type TriggerName = (typeof triggerNames)[number]
export const supportedTriggers: ReadonlySet<string> = new Set(triggerNames)
