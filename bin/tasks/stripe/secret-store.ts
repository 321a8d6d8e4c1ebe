import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { reasonOf } from '../command-line/reason.ts'

/** Store for the signing secret of a stage's webhook endpoint. */
export interface SecretStore {
  /** The secret's name in messages. */
  readonly name: string
  read(): Promise<string>
  write(value: string): Promise<void>
}

/**
 * A secret in AWS Secrets Manager, with the credentials of the environment. The AWS command line could use others than
 * those that were checked: it prefers access keys to AWS_PROFILE, and the SDK does not.
 */
export const awsSecret = (name: string, region: string): SecretStore => {
  const client = new SecretsManagerClient({ region })
  const explain = (cause: unknown): never => {
    throw new Error(`${name} could not be accessed in ${region}: ${reasonOf(cause)}`, { cause })
  }
  return {
    name,
    read: async () => {
      const { SecretString = '' } = await client
        .send(new GetSecretValueCommand({ SecretId: name }))
        .catch(explain)
      return SecretString
    },
    write: async (SecretString) => {
      await client.send(new PutSecretValueCommand({ SecretId: name, SecretString })).catch(explain)
    },
  }
}

/** The local cloud takes its secrets from its own configuration, so the signing secret is kept only in memory. */
export const localSecret = (): SecretStore => {
  let value = 'whsec_of_the_local_emulator'
  return {
    name: 'the memory of this command (the local emulator signs with its own secret)',
    read: () => Promise.resolve(value),
    write: (next) => {
      value = next
      return Promise.resolve()
    },
  }
}
