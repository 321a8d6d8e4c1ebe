/** Whether a token counts: it is there, and no last moment that an operator gave it has passed. */
export const isTokenGood = (found: { expires_at?: string | undefined } | undefined, now: Date): boolean =>
  found !== undefined && !isExpired(found, now)

/** True only for a token that carries a last moment which has passed. */
export const isExpired = (found: { expires_at?: string | undefined } | undefined, now: Date): boolean =>
  found?.expires_at !== undefined && Date.parse(found.expires_at) <= now.getTime()
