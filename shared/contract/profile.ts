import * as z from 'zod/mini'

export const userTypes = ['landlord', 'agent'] as const

/** A profile. In a separate file, because most functions read profiles and few need the operations on them. */
export const profile = z.object({
  user_id: z.string(),
  email: z.string(),
  full_name: z.string(),
  company_name: z.string(),
  street_address: z.string(),
  city: z.string(),
  postcode: z.string(),
  number_of_employees: z.number(),
  user_type: z.enum(userTypes),
  /** ISO time. */
  created_at: z.string(),
  /** Time of the last change of these details, ISO. Absent before the first one. */
  details_changed_at: z.optional(z.string()),
})
