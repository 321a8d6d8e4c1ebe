import { Stack } from 'aws-cdk-lib'
import { Alarm, ComparisonOperator, TreatMissingData, type IMetric } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Construct } from 'constructs'

export interface AlarmTopicProps {
  /** Address to notify. Without it, alarms are visible in CloudWatch only. */
  readonly email: string | undefined
}

export interface AlarmDefinition {
  readonly metric: IMetric
  /** The event, described for the engineer on call. */
  readonly description: string
  /** Lowest value that raises the alarm. Default: 1, for counts that should be zero. */
  readonly threshold?: number
  /** Number of consecutive periods of the metric. Default: 1. */
  readonly periods?: number
  /** Treatment of missing data. Default: not breaching. */
  readonly treatMissingData?: TreatMissingData.IGNORE | TreatMissingData.BREACHING
  /** Default: raised at or above the threshold. */
  readonly comparison?: ComparisonOperator
}

/** The SNS topic of all alarms, and the list of alarms that notify it. */
export class AlarmTopic extends Topic {
  readonly alarms: Alarm[] = []

  constructor(scope: Construct, id: string, { email }: AlarmTopicProps) {
    super(scope, id, { enforceSSL: true })
    // A custom topic policy replaces the default one, which allows services of the same account.
    this.addToResourcePolicy(
      new PolicyStatement({
        principals: ['cloudwatch', 'budgets'].map((name) => new ServicePrincipal(`${name}.amazonaws.com`)),
        actions: ['sns:Publish'],
        resources: [this.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    )
    if (email) this.addSubscription(new EmailSubscription(email))
  }

  /** Adds an alarm that is raised while the metric is at or above its threshold. */
  addAlarm(
    scope: Construct,
    id: string,
    { metric, description, threshold = 1, periods = 1, treatMissingData, comparison }: AlarmDefinition,
  ): void {
    const alarm = new Alarm(scope, id, {
      metric,
      alarmDescription: `${description}. Runbook: ${id}`,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: comparison ?? ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: treatMissingData ?? TreatMissingData.NOT_BREACHING,
    })
    alarm.addAlarmAction(new SnsAction(this))
    this.alarms.push(alarm)
  }
}
