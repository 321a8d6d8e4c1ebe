import { configure } from '@testing-library/dom'

// A machine that has much else to do takes longer than the usual second; what comes at once is not slowed.
configure({ asyncUtilTimeout: 10_000 })
