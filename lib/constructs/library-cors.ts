import { Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { HttpMethods, type CorsRule, type IBucket } from 'aws-cdk-lib/aws-s3'
import { AwsCustomResource, AwsCustomResourcePolicy, PhysicalResourceId } from 'aws-cdk-lib/custom-resources'
import type { Construct } from 'constructs'
import type { Stage } from '../stages.ts'
import { acknowledge } from './acknowledge.ts'
import { removalPolicyOf } from './removal.ts'

const oneHourSeconds = 3600

/** Lets browsers upload to the library and read previews, from the site's origin only. */
export const uploadsFrom = (siteUrl: string): CorsRule => ({
  allowedOrigins: [siteUrl],
  allowedMethods: [HttpMethods.GET, HttpMethods.HEAD, HttpMethods.POST],
  allowedHeaders: ['content-type', 'range'],
  exposedHeaders: ['etag', 'content-length', 'content-range'],
  maxAge: oneHourSeconds,
})

export interface LibraryCorsProps {
  readonly stage: Stage
  readonly library: IBucket
  readonly siteUrl: string
}

/**
 * Allows uploads from the distribution's own address, in a stage without a domain. The bucket is created before the
 * distribution, which needs its name, so its template cannot contain that address.
 */
export class LibraryCors extends AwsCustomResource {
  constructor(scope: Construct, id: string, { stage, library, siteUrl }: LibraryCorsProps) {
    const { allowedOrigins, allowedMethods, allowedHeaders, exposedHeaders, maxAge } = uploadsFrom(siteUrl)
    super(scope, id, {
      onUpdate: {
        service: 'S3',
        action: 'putBucketCors',
        parameters: {
          Bucket: library.bucketName,
          CORSConfiguration: {
            CORSRules: [
              {
                AllowedOrigins: allowedOrigins,
                AllowedMethods: allowedMethods,
                AllowedHeaders: allowedHeaders,
                ExposeHeaders: exposedHeaders,
                MaxAgeSeconds: maxAge,
              },
            ],
          },
        },
        physicalResourceId: PhysicalResourceId.of('library-cors'),
      },
      policy: AwsCustomResourcePolicy.fromStatements([
        new PolicyStatement({ actions: ['s3:PutBucketCORS'], resources: [library.bucketArn] }),
      ]),
      installLatestAwsSdk: false,
      logGroup: new LogGroup(scope, `${id}Logs`, {
        retention: stage.logRetentionDays,
        removalPolicy: removalPolicyOf(stage),
      }),
    })
    acknowledgeCaller(this)
  }
}

/** Acknowledges the findings for CDK's own function, whose role and runtime CDK defines. */
const acknowledgeCaller = (cors: AwsCustomResource): void => {
  const reason = "CDK's own function, which runs only during deployments. CDK defines its role."
  const caller = Stack.of(cors).node.children.find(({ node }) =>
    node.id.startsWith('AWS679f53fac002430cb0da5b7982bd2287'),
  )
  if (!caller) throw new Error("CDK's function for custom resources was not found in the construct tree.")
  acknowledge(caller, {
    'AwsSolutions-L1': reason,
    'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]':
      reason,
  })
}
