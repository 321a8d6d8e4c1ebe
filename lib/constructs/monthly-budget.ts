import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import type { Construct } from 'constructs'
import type { Stage } from '../stages.ts'

/**
 * The monthly budget of a stage. Sends an alert when actual spend exceeds 80 % of the budget, or forecast spend exceeds
 * 100 %. Costs are counted by the tag `stage`, which must be activated once as a cost allocation tag.
 *
 * @see https://docs.aws.amazon.com/awsaccountbilling/latest/aboutv2/activating-tags.html
 */
export class MonthlyBudget extends CfnBudget {
  constructor(scope: Construct, id: string, stage: Stage) {
    const notify = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: { notificationType, threshold, comparisonOperator: 'GREATER_THAN' },
      subscribers: [{ subscriptionType: 'EMAIL', address: stage.alarmEmail ?? '' }],
    })
    super(scope, id, {
      budget: {
        budgetName: `advice-${stage.name}`,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: stage.monthlyBudgetDollars, unit: 'USD' },
        costFilters: { TagKeyValue: [`user:stage$${stage.name}`] },
      },
      ...(stage.alarmEmail && {
        notificationsWithSubscribers: [notify('ACTUAL', 80), notify('FORECASTED', 100)],
      }),
    })
  }
}
