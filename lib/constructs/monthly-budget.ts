import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import type { Construct } from 'constructs'
import type { Stage } from '../stages.ts'

/**
 * What a stage may cost in a month, by its tag `stage`: that has to be switched on once, as a cost allocation tag.
 * Somebody hears when four fifths are spent, and when the month is heading for more than the whole.
 *
 * @see https://docs.aws.amazon.com/awsaccountbilling/latest/aboutv2/activating-tags.html
 */
export class MonthlyBudget extends CfnBudget {
  constructor(scope: Construct, id: string, stage: Stage) {
    const tell = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
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
        notificationsWithSubscribers: [tell('ACTUAL', 80), tell('FORECASTED', 100)],
      }),
    })
  }
}
