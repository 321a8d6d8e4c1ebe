import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import type { Construct } from 'constructs'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import type { Stage } from '../stages.ts'

export interface MonthlyBudgetProps {
  readonly stage: Stage
  /** Receives the alerts. */
  readonly topic: ITopic
}

/**
 * The monthly budget of a stage. Sends an alert when actual spend exceeds 80 % of the budget, or forecast spend exceeds
 * 100 %. Alerts go to the alarm topic, because a change of the notifications would replace the budget. Costs are
 * counted by the tag `stage`, which must be activated once as a cost allocation tag.
 *
 * @see https://docs.aws.amazon.com/awsaccountbilling/latest/aboutv2/activating-tags.html
 */
export class MonthlyBudget extends CfnBudget {
  constructor(scope: Construct, id: string, { stage, topic }: MonthlyBudgetProps) {
    const notify = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: { notificationType, threshold, comparisonOperator: 'GREATER_THAN' },
      subscribers: [{ subscriptionType: 'SNS', address: topic.topicArn }],
    })
    super(scope, id, {
      budget: {
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: stage.monthlyBudgetDollars, unit: 'USD' },
        costFilters: { TagKeyValue: [`user:stage$${stage.name}`] },
      },
      notificationsWithSubscribers: [notify('ACTUAL', 80), notify('FORECASTED', 100)],
    })
    // AWS Budgets rejects a topic whose policy does not let it publish yet.
    this.node.addDependency(topic)
  }
}
