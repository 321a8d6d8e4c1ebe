import { configure } from '@testing-library/dom'

// A busy machine takes longer than the usual second. Tests that succeed immediately are not slowed down.
configure({ asyncUtilTimeout: 10_000 })
