import { passMinutes, type Plan, unusedPassDays } from './plans.ts'

/**
 * Information before an order and in its confirmation: Schedule 2 of the Consumer Contracts Regulations 2013.
 * Pages and emails add amounts, dates and links.
 */

const subscription =
  'Live chat with our advisers during chat hours, tickets at other times, and the member library of guides, templates and videos. The service covers lettings in England and Wales.'

/** The main characteristics of what is sold. */
export const characteristics: Readonly<Record<Plan, string>> = {
  monthly: subscription,
  annual: subscription,
  'one-time': `${passMinutes} minutes of live chat with our advisers, about lettings in England and Wales. The time starts when an adviser answers your first message. A pass that you haven’t used expires after ${unusedPassDays} days. It doesn’t renew.`,
}

export const howToStop =
  'You can cancel at any time: choose ‘Cancel Subscription’ on your profile. You keep your access until the end of the period you’ve paid for, and we won’t charge you again.'

/** The part of the price that a buyer who asked us to start straight away still pays after withdrawing. */
export const usedPart: Readonly<Record<Plan, string>> = {
  monthly: 'the days you’ve already used',
  annual: 'the days you’ve already used',
  'one-time': 'the minutes you’ve already used',
}

/** Regulation 36: the right to withdraw ends once the service is fully performed. */
export const nothingLeft = 'Once all of the time has been used, there is nothing left to refund.'
