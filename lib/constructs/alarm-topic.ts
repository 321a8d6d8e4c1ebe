import { Stack } from 'aws-cdk-lib'
import { Alarm, ComparisonOperator, TreatMissingData, type IMetric } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Construct } from 'constructs'

export interface AlarmTopicProps {
  /** Who hears of alarms; without it, they are seen in CloudWatch only. */
  readonly email: string | undefined
}

export interface Watch {
  readonly metric: IMetric
  /** What has happened, in words that the person who is woken up understands. */
  readonly description: string
  /** From which value on; 1 unless told, for counts of which there should be none. */
  readonly threshold?: number
  /** How many periods of the metric it has to last; 1 unless told. */
  readonly periods?: number
  /** What no measurement means: nothing is wrong, unless told that it says nothing. */
  readonly missing?: TreatMissingData.IGNORE
}

/** Where alarms go, and all of them. */
export class AlarmTopic extends Topic {
  readonly alarms: Alarm[] = []

  constructor(scope: Construct, id: string, { email }: AlarmTopicProps) {
    super(scope, id, { enforceSSL: true })
    // A policy of its own takes the place of the one that lets CloudWatch of the same account in.
    this.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    )
    if (email) this.addSubscription(new EmailSubscription(email))
  }

  /** Raises an alarm while the metric is at its threshold or above. */
  watch(
    scope: Construct,
    id: string,
    { metric, description, threshold = 1, periods = 1, missing }: Watch,
  ): void {
    const alarm = new Alarm(scope, id, {
      metric,
      alarmDescription: description,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: missing ?? TreatMissingData.NOT_BREACHING,
    })
    alarm.addAlarmAction(new SnsAction(this))
    this.alarms.push(alarm)
  }
}
