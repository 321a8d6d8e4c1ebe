import {
  CloudFormationClient,
  CloudFormationServiceException,
  DescribeStacksCommand,
} from '@aws-sdk/client-cloudformation'
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readStage } from '#lib/stages.ts'
import type { RotateDependencies } from './rotate-dependencies.ts'
import { rotate } from './rotate.ts'

const stage = readStage('dev')
const secrets = mockClient(SecretsManagerClient)
const stacks = mockClient(CloudFormationClient)
// Files share one process, and the mocks replace methods of the SDK's classes.
afterAll(() => [secrets, stacks].forEach((client) => client.restore()))

/** A secret as Secrets Manager keeps it: its versions, newest last. */
let versions: string[]
/** The index of the version that each label marks. */
let labels: Record<string, number>
let settings: object[]
let lines: string[]
let pauses: number
/** The origin secrets that the deployed API accepts, and the one that CloudFront sends. */
let deployed: { accepted: string[]; sent: string }

const versionId = (index: number) => `version-${index}`

const label = (name: string, index: number) => {
  if (name === 'AWSCURRENT') labels = { ...labels, AWSPREVIOUS: labels['AWSCURRENT'] ?? index }
  labels = { ...labels, [name]: index }
}

const dependencies = (): RotateDependencies => ({
  readValue: async () => '',
  print: (line) => void lines.push(line),
  pause: async () => void (pauses += 1),
  updateSettings: (_, changes) => void settings.push(changes),
  deploy: () => {
    const { originSecretVersions = [] } = settings.at(-1) as { originSecretVersions?: string[] }
    const accepted = originSecretVersions.map((id) => versions[Number(id.split('-')[1])] ?? '')
    deployed = { accepted, sent: accepted[0] ?? '' }
  },
})

const site = 'https://advice.example'
const api = 'https://api.example'

const errorOf = (code: string, status = 400) => Response.json({ error: { code, message: '' } }, { status })

/**
 * Responds as CloudFront and the API do: with 403 if the origin secret is not accepted, otherwise with 400 for the
 * empty body.
 */
const respond = (address: string, { headers }: { headers: Record<string, string> }): Response => {
  const sent = address.startsWith(site) ? deployed.sent : (headers['x-origin-secret'] ?? '')
  return deployed.accepted.includes(sent) ? errorOf('validation_failed') : errorOf('forbidden', 403)
}

beforeEach(() => {
  versions = ['former']
  settings = []
  lines = []
  pauses = 0
  deployed = { accepted: ['former'], sent: 'former' }
  secrets.reset()
  stacks.reset()
  labels = { AWSCURRENT: 0 }
  secrets
    .on(GetSecretValueCommand)
    .callsFake(({ VersionStage = 'AWSCURRENT' }: { VersionStage?: string }) => {
      const index = labels[VersionStage]
      if (index === undefined) throw new ResourceNotFoundException({ message: 'none', $metadata: {} })
      return { SecretString: versions[index], VersionId: versionId(index) }
    })
  secrets
    .on(PutSecretValueCommand)
    .callsFake(({ SecretString, VersionStages }: { SecretString: string; VersionStages?: string[] }) => {
      versions.push(SecretString)
      for (const name of VersionStages ?? ['AWSCURRENT']) label(name, versions.length - 1)
      return { VersionId: versionId(versions.length - 1) }
    })
  secrets
    .on(UpdateSecretVersionStageCommand)
    .callsFake((change: { VersionStage: string; MoveToVersionId: string; RemoveFromVersionId: string }) => {
      if (change.RemoveFromVersionId !== versionId(labels[change.VersionStage] ?? -1))
        throw new Error('The label is on another version')
      label(change.VersionStage, Number(change.MoveToVersionId.split('-')[1]))
    })
  const Outputs = Object.entries({ SiteUrl: site, ApiUrl: api }).map(([key, OutputValue]) => {
    return { OutputKey: key, OutputValue }
  })
  const stack = {
    StackName: 'web',
    CreationTime: new Date(0),
    StackStatus: 'UPDATE_COMPLETE',
    Outputs,
  } as const
  stacks.on(DescribeStacksCommand).resolves({ Stacks: [stack] })
  vi.stubGlobal('fetch', async (address: string, init: { headers: Record<string, string> }) =>
    respond(address, init),
  )
})

describe('ops rotate origin-secret', () => {
  test('accepts both secrets first, then only the new one, and proves each step', async () => {
    await rotate(stage, 'dev', 'origin-secret', dependencies())
    expect(settings).toEqual([
      { originSecretVersions: ['version-1', 'version-0'] },
      { originSecretVersions: ['version-1'] },
    ])
    expect(versions.at(-1)).toMatch(/^[0-9a-f]{48}$/)
    expect(lines.filter((line) => line.startsWith('Confirmed'))).toHaveLength(4)
    expect(deployed).toEqual({ accepted: [versions.at(-1)], sent: versions.at(-1) })
    expect(labels).toMatchObject({ AWSCURRENT: 1, AWSPREVIOUS: 0 })
  })

  /** Fails the deployment with this number, counted from 1. */
  const failing = (failed: number): RotateDependencies => {
    const { deploy, ...deps } = dependencies()
    let count = 0
    const failOnce: typeof deploy = (...args) => {
      if ((count += 1) === failed) throw new Error('The deployment failed.')
      deploy(...args)
    }
    return { ...deps, deploy: failOnce }
  }

  test.each([1, 2])(
    'can be repeated after deployment %i failed, and never breaks the site',
    async (failed) => {
      await expect(rotate(stage, 'dev', 'origin-secret', failing(failed))).rejects.toThrow(
        'deployment failed',
      )
      expect(settings[0]).toEqual({ originSecretVersions: ['version-1', 'version-0'] })
      const statusOf = (secret: string) => respond(api, { headers: { 'x-origin-secret': secret } }).status
      const statuses: number[] = []
      const deps = dependencies()
      await rotate(stage, 'dev', 'origin-secret', {
        ...deps,
        deploy: (...args) => {
          const before = deployed.sent
          deps.deploy(...args)
          // The API accepts what CloudFront still sends, until its change has reached all locations.
          statuses.push(statusOf(before), statusOf(deployed.sent))
        },
      })
      expect(statuses).toEqual([400, 400, 400, 400])
      expect(versions).toHaveLength(2)
      expect(deployed).toEqual({ accepted: [versions[1]], sent: versions[1] })
      expect(labels['AWSCURRENT']).toBe(1)
    },
  )

  test('finishes an attempt that was interrupted after its last deployment', async () => {
    const deps = dependencies()
    const interrupted: RotateDependencies = {
      ...deps,
      print: (line) => {
        if (line.includes('rejects the former secret')) throw new Error('interrupted')
      },
    }
    await expect(rotate(stage, 'dev', 'origin-secret', interrupted)).rejects.toThrow('interrupted')
    expect(labels['AWSCURRENT']).toBe(0)
    await rotate(stage, 'dev', 'origin-secret', dependencies())
    expect(versions).toHaveLength(2)
    expect(settings.at(-1)).toEqual({ originSecretVersions: ['version-1'] })
    expect(labels['AWSCURRENT']).toBe(1)
  })

  test('keeps the version in use when another one was stored by hand', async () => {
    versions.push('by hand')
    label('AWSCURRENT', 1)
    await rotate(stage, 'dev', 'origin-secret', dependencies())
    expect(settings[0]).toEqual({ originSecretVersions: ['version-2', 'version-0'] })
  })

  test('fails if the API still accepts the version that was in use', async () => {
    versions.push('by hand')
    label('AWSCURRENT', 1)
    await expect(rotate(stage, 'dev', 'origin-secret', stillAccepting('former'))).rejects.toThrow(
      'Not confirmed: the API rejects the former secret',
    )
  })

  test('deploys nothing if the API accepts no known version', async () => {
    deployed = { accepted: ['forgotten'], sent: 'forgotten' }
    await expect(rotate(stage, 'dev', 'origin-secret', dependencies())).rejects.toThrow(
      'Nothing was deployed',
    )
    expect(settings).toEqual([])
  })

  test('stores nothing if the stage is not deployed', async () => {
    stacks.on(DescribeStacksCommand).rejects(
      new CloudFormationServiceException({
        name: 'ValidationError',
        message: 'Stack with id advice-dev-web does not exist',
        $fault: 'client',
        $metadata: {},
      }),
    )
    await expect(rotate(stage, 'dev', 'origin-secret', dependencies())).rejects.toThrow(
      'This account has no stack advice-dev-web with the output SiteUrl in eu-west-2: deploy the stage dev, or use the credentials of its account.',
    )
    expect(versions).toEqual(['former'])
  })

  test('waits until API Gateway serves the changed secrets, some time after the deployment', async () => {
    const { deploy, ...deps } = dependencies()
    let takeEffect = (): void => undefined
    await rotate(stage, 'dev', 'origin-secret', {
      ...deps,
      deploy: (...args) => void (takeEffect = () => deploy(...args)),
      pause: async () => void ((pauses += 1) === 3 && takeEffect()),
    })
    expect([pauses, labels['AWSCURRENT']]).toEqual([3, 1])
  })

  /** Returns dependencies whose deployments still accept a secret. */
  const stillAccepting = (secret: string): RotateDependencies => {
    const { deploy, ...deps } = dependencies()
    const keepAccepting: typeof deploy = (...args) => {
      deploy(...args)
      deployed = { ...deployed, accepted: [...deployed.accepted, secret] }
    }
    return { ...deps, deploy: keepAccepting }
  }

  /** Responses of gateways and of AWS, which show nothing about the secret. */
  const unrelated = [
    ['a gateway error', () => new Response('<html>Bad gateway</html>', { status: 502 })],
    ['a limit', () => Response.json({ message: 'Too Many Requests' }, { status: 429 })],
    ['a missing stage', () => Response.json({ message: 'Not Found' }, { status: 404 })],
    ['a 403 of the gateway', () => Response.json({ message: 'Forbidden' }, { status: 403 })],
  ] as const

  test.each(unrelated)('deploys nothing after %s', async (_, response) => {
    vi.stubGlobal('fetch', async () => response())
    await expect(rotate(stage, 'dev', 'origin-secret', dependencies())).rejects.toThrow(
      /^Nothing was deployed/,
    )
    expect(settings).toEqual([])
  })

  test.each(unrelated)('does not end the former secret after %s', async (_, response) => {
    const { deploy, ...deps } = dependencies()
    const thenBroken: typeof deploy = (...args) => {
      deploy(...args)
      vi.stubGlobal('fetch', async () => response())
    }
    await expect(rotate(stage, 'dev', 'origin-secret', { ...deps, deploy: thenBroken })).rejects.toThrow(
      'Not confirmed: the site works while both secrets are accepted',
    )
    expect(settings).toEqual([{ originSecretVersions: ['version-1', 'version-0'] }])
    expect(lines.filter((line) => line.startsWith('Confirmed'))).toEqual([])
  })

  test.each(unrelated)('does not take %s as a rejection of the former secret', async (_, response) => {
    vi.stubGlobal('fetch', async (address: string, init: { headers: Record<string, string> }) =>
      init.headers['x-origin-secret'] === 'former' && deployed.sent !== 'former'
        ? response()
        : respond(address, init),
    )
    await expect(rotate(stage, 'dev', 'origin-secret', dependencies())).rejects.toThrow(
      'Not confirmed: the API rejects the former secret',
    )
    expect(labels['AWSCURRENT']).toBe(0)
  })

  test('fails if the API still accepts the former secret', async () => {
    await expect(rotate(stage, 'dev', 'origin-secret', stillAccepting('former'))).rejects.toThrow(
      'Not confirmed: the API rejects the former secret',
    )
  })
})
