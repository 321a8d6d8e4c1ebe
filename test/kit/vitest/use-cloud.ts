import { inject } from 'vitest'

process.env.LOCAL_SITE = inject('site')
