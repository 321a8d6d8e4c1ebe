import {
  AdminCreateUserCommand,
  AdminInitiateAuthCommand,
  AdminListGroupsForUserCommand,
  type AdminListGroupsForUserCommandInput,
  CognitoIdentityProviderClient,
  ListUsersCommand,
  ListUsersInGroupCommand,
  NotAuthorizedException,
} from '@aws-sdk/client-cognito-identity-provider'
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, NotFound, S3Client } from '@aws-sdk/client-s3'
import { mockClient } from 'aws-sdk-client-mock'
import { functions } from '#lib/functions.ts'
import { projectRoot } from '#lib/bundle-functions.ts'
import { adminGroup } from '#platform/user-pool/admins.ts'
import { isPublic, type Operation } from '#shared/contract/operation.ts'

interface Response {
  readonly statusCode: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

type Handler = (event: object, context: object) => Promise<Response>

/** Loads the deployed handler of an operation, with its whole chain of checks. */
export const loadHandler = async ({ name }: Operation): Promise<Handler> => {
  const definition = functions.find((one) => one.name === name)
  if (definition === undefined) throw new Error(`${name} has no function`)
  const module = (await import(`${projectRoot}/${definition.folder}/handler.ts`)) as { handler: Handler }
  return module.handler
}

interface AwsFacts {
  /** Default: every caller is an admin. */
  readonly isAdmin?: (userId: string) => boolean
}

/** Puts doubles in place of Cognito and S3: no user but the caller exists, and no file. */
export const mockAws = ({ isAdmin = () => true }: AwsFacts = {}) => {
  process.env['AWS_REGION'] = 'eu-west-2'
  process.env['AWS_ACCESS_KEY_ID'] = 'sample'
  process.env['AWS_SECRET_ACCESS_KEY'] = 'sample'
  const cognito = mockClient(CognitoIdentityProviderClient)
  cognito.onAnyCommand().resolves({})
  cognito
    .on(AdminListGroupsForUserCommand)
    .callsFake(async ({ Username }: AdminListGroupsForUserCommandInput) => ({
      Groups: isAdmin(Username ?? '') ? [{ GroupName: adminGroup }] : [],
    }))
  cognito.on(ListUsersCommand).resolves({ Users: [] })
  cognito.on(ListUsersInGroupCommand).resolves({ Users: [{ Username: 'a' }, { Username: 'b' }] })
  cognito.on(AdminCreateUserCommand).resolves({
    User: { Username: 'new-user', Attributes: [{ Name: 'sub', Value: 'new-user' }] },
  })
  cognito
    .on(AdminInitiateAuthCommand)
    .rejects(new NotAuthorizedException({ message: 'Incorrect username or password.', $metadata: {} }))
  const s3 = mockClient(S3Client)
  s3.onAnyCommand().rejects(new NotFound({ message: 'NotFound', $metadata: { httpStatusCode: 404 } }))
  s3.on(GetObjectCommand).rejects(new NoSuchKey({ message: 'NoSuchKey', $metadata: { httpStatusCode: 404 } }))
  s3.on(DeleteObjectCommand).resolves({})
  return {
    /** Returns the names of the calls that change something. */
    changes: () =>
      [...cognito.calls(), ...s3.calls()]
        .map(({ args: [command] }) => command.constructor.name.replace(/Command$/, ''))
        .filter((name) => !/^(?:Admin)?(?:List|Get|Head|Initiate)/.test(name)),
    reset: () => {
      cognito.resetHistory()
      s3.resetHistory()
    },
    /** Other test files of this process call the real classes. */
    restore: () => {
      cognito.restore()
      s3.restore()
    },
  }
}

/** The address that requests come from. */
export const sampleClient = '198.18.0.1'

interface FuzzedRequest {
  readonly body: string
  readonly userId: string
  readonly now: Date
  readonly contentType?: string | undefined
  /** True if the token names the group of admins. Default: true, as every caller of `mockAws` is one. */
  readonly isAdmin?: boolean
}

/** Builds the event of a request through CloudFront and the HTTP API. */
export const requestEvent = (
  operation: Operation,
  { body, userId, now, contentType = 'application/json', isAdmin = true }: FuzzedRequest,
) => ({
  version: '2.0',
  rawQueryString: '',
  stageVariables: { originSecrets: 'sample' },
  headers: {
    'x-origin-secret': 'sample',
    'content-type': contentType,
    'cloudfront-viewer-address': `${sampleClient}:5`,
  },
  requestContext: {
    requestId: 'request-1',
    http: { method: 'POST', sourceIp: sampleClient },
    ...(isPublic(operation)
      ? {}
      : {
          authorizer: {
            jwt: {
              claims: {
                sub: userId,
                token_use: 'access',
                auth_time: String(Math.floor(now.getTime() / 1000)),
                origin_jti: 'session-1',
                ...(isAdmin && { 'cognito:groups': `[${adminGroup}]` }),
              },
            },
          },
        }),
  },
  body,
  isBase64Encoded: false,
})
