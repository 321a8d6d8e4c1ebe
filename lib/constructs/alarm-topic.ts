import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Construct } from 'constructs'

export interface AlarmTopicProps {
  /** Who hears of alarms; without it, they are seen in CloudWatch only. */
  readonly email: string | undefined
}

/** Where alarms go. */
export class AlarmTopic extends Topic {
  constructor(scope: Construct, id: string, { email }: AlarmTopicProps) {
    super(scope, id, { enforceSSL: true })
    if (email) this.addSubscription(new EmailSubscription(email))
  }

  notify(alarm: Alarm): void {
    alarm.addAlarmAction(new SnsAction(this))
  }
}
