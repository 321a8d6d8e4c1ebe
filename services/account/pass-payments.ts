import * as z from 'zod'

const paidPass = z.object({ entity: z.literal('pass'), blocks: z.record(z.string(), z.unknown()) })

/** The Checkout Sessions that paid for a pass; none for an item of any other kind. */
export const passPayments = (item: object): string[] => {
  const pass = paidPass.safeParse(item)
  return pass.success ? Object.keys(pass.data.blocks) : []
}
