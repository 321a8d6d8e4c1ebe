import { Stack } from 'aws-cdk-lib'
import { Alarm, ComparisonOperator, TreatMissingData, type IMetric } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Construct } from 'constructs'
import type { Severity } from '#shared/values/metrics.ts'
import type { Stage } from '../stages.ts'

export interface AlarmTopicProps {
  /** Its `alarmEmail` is notified. Without it, alarms are visible in CloudWatch only. */
  readonly stage: Stage
}

export interface AlarmDefinition {
  readonly severity: Severity
  /** Name of the function, for an alarm that several functions have. */
  readonly functionName?: string
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

/** Instruction to the operator for each severity. Part of each email. */
const urgency: Readonly<Record<Severity, string>> = {
  critical: 'critical (act now)',
  warning: 'warning (the next working day)',
}

/**
 * The SNS topic of all alarms, and the alarms that notify it. The subject of an email contains the alarm's name, which
 * starts with the stage and the severity: mail rules, paging services and filters of subscriptions rely on that.
 */
export class AlarmTopic extends Topic {
  private readonly stage: Stage
  private readonly alarms: { readonly severity: Severity; readonly alarm: Alarm }[] = []

  constructor(scope: Construct, id: string, { stage }: AlarmTopicProps) {
    super(scope, id, { enforceSSL: true })
    this.stage = stage
    // A custom topic policy replaces the default one, which allows services of the same account.
    this.addToResourcePolicy(
      new PolicyStatement({
        principals: ['cloudwatch', 'budgets'].map((name) => new ServicePrincipal(`${name}.amazonaws.com`)),
        actions: ['sns:Publish'],
        resources: [this.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    )
    if (stage.alarmEmail) this.addSubscription(new EmailSubscription(stage.alarmEmail))
  }

  /** Adds an alarm that is raised while the metric is at or above its threshold. */
  addAlarm(
    scope: Construct,
    id: string,
    {
      severity,
      functionName,
      metric,
      description,
      threshold = 1,
      periods = 1,
      treatMissingData,
      comparison,
    }: AlarmDefinition,
  ): void {
    const alarm = new Alarm(scope, id, {
      alarmName: [`advice-${this.stage.name}`, severity, id, functionName].filter(Boolean).join('-'),
      metric,
      alarmDescription: `${description}. Severity: ${urgency[severity]}. Runbook: ${id}`,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: comparison ?? ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: treatMissingData ?? TreatMissingData.NOT_BREACHING,
    })
    alarm.addAlarmAction(new SnsAction(this))
    this.alarms.push({ severity, alarm })
  }

  /** Returns the alarms of a severity, in the order in which they were added. */
  alarmsOf(severity: Severity): Alarm[] {
    return this.alarms.filter((one) => one.severity === severity).map(({ alarm }) => alarm)
  }
}
