import type { Stage } from './stages.ts'

/**
 * Settings that commands write while they change a deployed stage. Stacks output them, so that a deployment with other
 * values is detected.
 */
export const deployedSettings = {
  restoredTable: {
    part: 'data',
    output: 'RestoredTableInUse',
    valueIfUnset: 'none',
    valueOf: ({ restoredTable }: Stage): string => restoredTable?.name ?? 'none',
  },
  originSecretVersions: {
    part: 'web',
    output: 'OriginSecretVersions',
    valueIfUnset: 'current',
    valueOf: ({ originSecretVersions }: Stage): string => originSecretVersions.join() || 'current',
  },
} as const

export type DeployedSetting = keyof typeof deployedSettings

export const isDeployedSetting = (name: string): name is DeployedSetting => name in deployedSettings
