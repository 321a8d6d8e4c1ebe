import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib'
import { OpenIdConnectProvider, OpenIdConnectPrincipal, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam'
import type { Construct } from 'constructs'

export interface PipelineStackProps extends StackProps {
  /** `owner/name` of the GitHub repository. */
  readonly repository: string
  readonly region: string
}

const issuer = 'token.actions.githubusercontent.com'

/**
 * Roles that GitHub's workflows assume with a short-lived token, so that no key is stored. Each may only assume the
 * roles of CDK's bootstrap stack and read what the checks before a deployment need.
 */
export class PipelineStack extends Stack {
  constructor(scope: Construct, id: string, { repository, region, ...props }: PipelineStackProps) {
    super(scope, id, props)
    const provider = new OpenIdConnectProvider(this, 'GitHub', {
      url: `https://${issuer}`,
      clientIds: ['sts.amazonaws.com'],
    })
    const roleFor = (name: string, subject: string, cdkRoles: readonly string[]): Role => {
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
          actions: ['sts:AssumeRole'],
          resources: cdkRoles.map(
            (kind) =>
              `arn:aws:iam::${this.account}:role/cdk-hnb659fds-${kind}-role-${this.account}-${region}`,
          ),
        }),
      )
      role.addToPolicy(
        new PolicyStatement({
          actions: ['ssm:GetParameter'],
          resources: [`arn:aws:ssm:${region}:${this.account}:parameter/cdk-bootstrap/hnb659fds/version`],
        }),
      )
      new CfnOutput(this, `${name}Arn`, { value: role.roleArn })
      return role
    }
    roleFor('Diff', 'pull_request', ['lookup'])
    for (const stage of ['staging', 'prod']) {
      const name = stage === 'prod' ? 'DeployProd' : 'DeployStaging'
      const role = roleFor(name, `environment:${stage}`, ['deploy', 'file-publishing', 'lookup'])
      // The quota of the account has no resource of its own.
      role.addToPolicy(new PolicyStatement({ actions: ['lambda:GetAccountSettings'], resources: ['*'] }))
      role.addToPolicy(
        new PolicyStatement({
          actions: ['cloudformation:DescribeStacks', 'cloudformation:UpdateTerminationProtection'],
          resources: [`arn:aws:cloudformation:${region}:${this.account}:stack/advice-${stage}-*/*`],
        }),
      )
    }
  }
}
