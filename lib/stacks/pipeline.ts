import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib'
import {
  OpenIdConnectProvider,
  OpenIdConnectPrincipal,
  PolicyStatement,
  Role,
  type IOpenIdConnectProvider,
} from 'aws-cdk-lib/aws-iam'
import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { expireProviderLogs } from '../constructs/provider-logs.ts'

/** The stages that workflows deploy. */
export const pipelineStages = ['staging', 'prod'] as const
export type PipelineStage = (typeof pipelineStages)[number]

export interface PipelineStackProps extends StackProps {
  readonly stage: PipelineStage
  /** The repository as GitHub's tokens name it: see `isRepository`. */
  readonly repository: string
  readonly region: string
  /** ARN of the account's provider for GitHub, if there is one: an account can have only one. */
  readonly gitHubProviderArn: string | undefined
}

/**
 * Returns whether a text names a GitHub repository as the subject of its tokens does: `owner@id/name@id`, or
 * `owner/name` for repositories that exist unchanged since before 15 July 2026, unless immutable subject claims were
 * switched on for them. A wildcard would let other repositories in.
 *
 * @see https://docs.github.com/en/actions/reference/security/oidc
 */
export const isRepository = (text: string): boolean =>
  /^[\w.-]+\/[\w.-]+$/.test(text) || /^[\w.-]+@\d+\/[\w.-]+@\d+$/.test(text)

const issuer = 'token.actions.githubusercontent.com'

/**
 * Roles that GitHub's workflows assume with a short-lived token, so that no key is stored. The role of a deployment
 * uses the roles of CDK's bootstrap stack, which may change the whole account, so prod has a separate account.
 */
export class PipelineStack extends Stack {
  constructor(scope: Construct, id: string, props: PipelineStackProps) {
    super(scope, id, props)
    const provider = this.providerOf(props)
    expireProviderLogs(this, RetentionDays.THREE_MONTHS)
    const deploy = this.createRole(provider, 'Deploy', props, `environment:${props.stage}`)
    for (const statement of this.deployStatements(props)) deploy.addToPolicy(statement)
    // Pull requests are compared with staging, and the smoke test opens an account there.
    if (props.stage !== 'staging') return
    for (const statement of this.accountStatements(props)) deploy.addToPolicy(statement)
    const diff = this.createRole(provider, 'Diff', props, 'pull_request')
    for (const statement of this.diffStatements(props)) diff.addToPolicy(statement)
  }

  private providerOf({ gitHubProviderArn }: PipelineStackProps): IOpenIdConnectProvider {
    if (gitHubProviderArn !== undefined)
      return OpenIdConnectProvider.fromOpenIdConnectProviderArn(this, 'GitHub', gitHubProviderArn)
    return new OpenIdConnectProvider(this, 'GitHub', {
      url: `https://${issuer}`,
      clientIds: ['sts.amazonaws.com'],
    })
  }

  private createRole(
    provider: IOpenIdConnectProvider,
    name: string,
    { repository, region }: PipelineStackProps,
    subject: string,
  ): Role {
    const role = new Role(this, name, {
      description: `Assumed by ${subject} of ${repository}`,
      maxSessionDuration: Duration.hours(2),
      assumedBy: new OpenIdConnectPrincipal(provider, {
        StringEquals: {
          [`${issuer}:aud`]: 'sts.amazonaws.com',
          [`${issuer}:sub`]: `repo:${repository}:${subject}`,
        },
      }),
    })
    role.addToPolicy(
      new PolicyStatement({
        actions: ['ssm:GetParameter'],
        resources: [`arn:aws:ssm:${region}:${this.account}:parameter/cdk-bootstrap/hnb659fds/version`],
      }),
    )
    new CfnOutput(this, `${name}Arn`, { value: role.roleArn })
    return role
  }

  /**
   * Returns the permission to read templates, which contain no secrets, and no other permission, because pull requests
   * run their own code with this role. CDK's lookup role would let that code read the data of customers.
   */
  private diffStatements({ stage, region }: PipelineStackProps): PolicyStatement[] {
    return [
      new PolicyStatement({
        actions: ['cloudformation:DescribeStacks', 'cloudformation:GetTemplate'],
        resources: [`arn:aws:cloudformation:${region}:${this.account}:stack/advice-${stage}-*/*`],
      }),
    ]
  }

  /** Permissions of `npm run smoke -- --account`: the table, and the group of admins in the user pool. */
  private accountStatements({ stage, region }: PipelineStackProps): PolicyStatement[] {
    const { account } = this
    const table = `arn:aws:dynamodb:${region}:${account}:table/advice-${stage}-*`
    return [
      // The environment of this function names the pool and the table.
      new PolicyStatement({
        actions: ['lambda:GetFunctionConfiguration'],
        resources: [`arn:aws:lambda:${region}:${account}:function:advice-${stage}-get-access`],
      }),
      new PolicyStatement({
        actions: ['GetItem', 'PutItem', 'DeleteItem', 'Query'].map((action) => `dynamodb:${action}`),
        resources: [table],
      }),
      new PolicyStatement({ actions: ['dynamodb:Query'], resources: [`${table}/index/*`] }),
      new PolicyStatement({
        actions: ['GetUser', 'ListGroupsForUser', 'AddUserToGroup', 'RemoveUserFromGroup'].map(
          (action) => `cognito-idp:Admin${action}`,
        ),
        // The pool's id is not known before it is deployed. The account has no pool of prod.
        resources: [`arn:aws:cognito-idp:${region}:${account}:userpool/*`],
      }),
    ]
  }

  /**
   * Returns the permissions to use CDK's roles, to read what the checks before a deployment need, and to store the
   * release that works.
   */
  private deployStatements({ stage, region }: PipelineStackProps): PolicyStatement[] {
    const { account } = this
    return [
      new PolicyStatement({
        actions: ['sts:AssumeRole'],
        resources: ['deploy', 'file-publishing', 'lookup'].map(
          (kind) => `arn:aws:iam::${account}:role/cdk-hnb659fds-${kind}-role-${account}-${region}`,
        ),
      }),
      // IAM has no resource for the quota of the account.
      new PolicyStatement({ actions: ['lambda:GetAccountSettings'], resources: ['*'] }),
      // Nor has it one for the sending status of the account.
      new PolicyStatement({ actions: ['ses:GetAccount'], resources: ['*'] }),
      new PolicyStatement({
        actions: ['ses:GetEmailIdentity'],
        resources: [`arn:aws:ses:${region}:${account}:identity/*`],
      }),
      new PolicyStatement({
        actions: ['lambda:GetFunctionConcurrency'],
        resources: [`arn:aws:lambda:${region}:${account}:function:advice-${stage}-*`],
      }),
      new PolicyStatement({
        actions: ['cloudformation:DescribeStacks', 'cloudformation:UpdateTerminationProtection'],
        resources: [`arn:aws:cloudformation:${region}:${account}:stack/advice-${stage}-*/*`],
      }),
      // A subscription has no resource that a policy could name.
      new PolicyStatement({ actions: ['sns:GetSubscriptionAttributes'], resources: ['*'] }),
      new PolicyStatement({
        actions: ['sns:ListSubscriptionsByTopic'],
        resources: [`arn:aws:sns:${region}:${account}:advice-${stage}-operations-*`],
      }),
      new PolicyStatement({
        actions: ['ssm:GetParameter', 'ssm:PutParameter'],
        resources: [`arn:aws:ssm:${region}:${account}:parameter/advice/${stage}/release`],
      }),
    ]
  }
}
