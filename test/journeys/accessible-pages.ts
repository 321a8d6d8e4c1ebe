import { publicRoutes, resetPassword, signInRoutes, subscribe } from '#shared/values/site-map.ts'

/** Pages whose accessibility and layout one journey each checks in one visit. Large text is part of both. */
export const accessiblePages = [...publicRoutes, ...signInRoutes, resetPassword, subscribe]
