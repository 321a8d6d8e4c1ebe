import { join } from 'node:path'
import type { AwsEmulator } from '#local/emulator/endpoint/server.ts'
import { bundlesFolder } from './build/bundles.ts'
import type { RunnableFunction } from '#local/emulator/lambda/pool.ts'
import type { FunctionModel } from '#local/emulator/cloudformation/functions.ts'
import { newCredentials, type Identity } from '#local/emulator/protocol/identity.ts'

const newIdentity = ({ name, policies }: FunctionModel): Identity => ({
  ...newCredentials(),
  name,
  policies,
})

/**
 * The variables that our functions read and that the Lambda runtime sets in addition to the template's:
 * docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html#configuration-envvars-runtime
 */
const runtimeVariables = (model: FunctionModel, identity: Identity, aws: AwsEmulator, region: string) => ({
  AWS_REGION: region,
  AWS_DEFAULT_REGION: region,
  AWS_LAMBDA_FUNCTION_NAME: model.arn.slice(model.arn.lastIndexOf(':') + 1),
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(model.memoryMb),
  AWS_ACCESS_KEY_ID: identity.accessKeyId,
  AWS_SECRET_ACCESS_KEY: identity.secretAccessKey,
  AWS_SESSION_TOKEN: identity.sessionToken,
  AWS_ENDPOINT_URL: aws.url,
  PARAMETERS_SECRETS_EXTENSION_HTTP_PORT: String(aws.secretsPort),
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  TZ: 'UTC',
})

/** Returns the functions with their environment. Registers an identity for each at the AWS endpoint. */
export const createRunnableFunctions = (
  models: readonly FunctionModel[],
  aws: AwsEmulator,
  region: string,
): RunnableFunction[] =>
  models.map((model) => {
    const identity = newIdentity(model)
    aws.register(identity)
    return {
      name: model.name,
      arn: model.arn,
      bundle: join(bundlesFolder, model.name, 'index.mjs'),
      handler: model.handler,
      environment: { ...model.environment, ...runtimeVariables(model, identity, aws, region) },
      timeoutMs: model.timeoutMs,
      memoryMb: model.memoryMb,
      reservedConcurrency: model.reservedConcurrency,
    }
  })
