import type { WithdrawablePurchase } from '#shared/contract/withdrawals.ts'
import { listWithdrawablePurchases, withdrawPurchase } from '#shared/contract/withdrawals.ts'
import { isUsable } from '#shared/rules/pass.ts'
import type { Plan } from '#shared/values/plans.ts'
import { handle as list } from '#services/withdrawals/list-withdrawable-purchases/handler.ts'
import { handle as withdraw } from '#services/withdrawals/withdraw-purchase/handler.ts'
import { planChangeGateway } from '#services/payments/stripe/plan-changes.ts'
import { callInMemory } from '#test/kit/in-memory/in-memory.ts'
import { buy, deliver, sessionsOf } from './steps.ts'
import { callerOf } from './withdrawal-steps.ts'
import type { World } from './world.ts'

/** The part of a purchase that a withdrawal confirms. */
export const bodyOf = ({ id, refundMinor }: WithdrawablePurchase) => ({ id, refundMinor })

/** Returns the buyer's actions in tests of withdrawals, in the world that is open at the time. */
export const withdrawalKit = (opened: () => World) => {
  const deliverAll = async () => {
    for (const event of opened().queue) await deliver(opened(), event)
  }

  const payPage = async () => {
    const [session] = await sessionsOf(opened())
    await opened().stripeEmulator.pay(String(session?.id), 'ok')
    await deliverAll()
    return String(session?.id)
  }

  const buyAndPay = async (plan: Plan = 'monthly') => {
    await buy(opened(), 'ana', plan)
    return payPage()
  }

  const requestOf = async (name: 'ana' | 'ben' | 'guest', body: object) => {
    const caller = name === 'guest' ? null : await callerOf(opened(), name)
    return { caller, body, now: opened().clock.now() }
  }

  const depsOf = () => ({ ...opened().deps, planChanges: planChangeGateway })

  const purchasesOf = async (
    name: 'ana' | 'ben' | 'guest' = 'ana',
    body: object = {},
  ): Promise<readonly WithdrawablePurchase[]> => {
    const reply = await callInMemory(listWithdrawablePurchases, list, await requestOf(name, body), depsOf())
    if (!('data' in reply.body)) throw new Error(JSON.stringify(reply.body))
    return reply.body.data
  }

  const theOnly = async (...of: Parameters<typeof purchasesOf>): Promise<WithdrawablePurchase> => {
    const [purchase, ...more] = await purchasesOf(...of)
    if (purchase === undefined || more.length > 0) throw new Error('There is not exactly one purchase')
    return purchase
  }

  const withdrawAs = async (name: 'ana' | 'ben' | 'guest', body: object) =>
    callInMemory(withdrawPurchase, withdraw, await requestOf(name, body), depsOf())

  const refundsAtStripe = async () =>
    (await opened().stripe.refunds.list({ limit: 100 })).data.map(({ amount }) => amount)

  const subscriptionsAtStripe = async () =>
    (await opened().stripe.subscriptions.list({ status: 'all', limit: 10 })).data

  const emailsOf = (template: string) =>
    opened()
      .database.all()
      .filter(({ entity }) => entity?.['S'] === 'email')
      .map(({ content }) => JSON.stringify(content))
      .filter((content) => content.includes(`"template":{"S":"${template}"}`))

  const passMinutes = (minutes: number) =>
    opened().clock.set(new Date(opened().clock.now().getTime() + minutes * 60_000))

  const hasPass = async () =>
    (await opened().deps.passes.listByUser('ana'))?.some(({ pass }) => isUsable(pass, opened().clock.now()))

  return {
    deliverAll,
    payPage,
    buyAndPay,
    purchasesOf,
    theOnly,
    withdrawAs,
    refundsAtStripe,
    subscriptionsAtStripe,
    emailsOf,
    passMinutes,
    hasPass,
  }
}
