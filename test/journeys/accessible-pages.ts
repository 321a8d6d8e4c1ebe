import { publicRoutes, resetPassword, signInRoutes, subscribe } from '#shared/values/site-map.ts'

/**
 * The pages that have a journey each, which checks their accessibility and layout in one visit, both also with large
 * text.
 */
export const accessiblePages = [...publicRoutes, ...signInRoutes, resetPassword, subscribe]
