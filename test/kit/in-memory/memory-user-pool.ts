import { randomUUID } from 'node:crypto'
import { isPlaceholder, type UserPoolAccounts } from '#platform/user-pool/accounts.ts'

interface User {
  email: string
  password: string | undefined
}

type Action = 'create' | 'setPassword' | 'claimAddress' | 'delete'

/** The user pool in memory, with the functions that sign-ups use. Addresses are unique, as in Cognito. */
export class MemoryUserPool implements UserPoolAccounts {
  private readonly users = new Map<string, User>()
  private delayed: { action: string; until: Promise<unknown> } | undefined
  private failing: Action | undefined

  /** Adds a user with a confirmed address. */
  add = (userId: string, email: string, password: string): void => {
    this.users.set(userId, { email, password })
  }

  size = (): number => this.users.size

  /** Returns whether SRP would accept this address and password. */
  canSignIn = (email: string, password: string): boolean =>
    [...this.users.values()].some((user) => user.email === email && user.password === password)

  /** Lists the users. A user without a confirmed address has a placeholder. */
  list = (): { userId: string; hasAddress: boolean }[] =>
    [...this.users].map(([userId, { email }]) => ({ userId, hasAddress: !isPlaceholder(email) }))

  has = (userId: string): boolean => this.users.has(userId)

  hasPassword = (userId: string, password: string): boolean => this.users.get(userId)?.password === password

  /** Delays each call of an action. Returns a function that stops delaying further calls. */
  delay = (action: string, until: Promise<unknown>): (() => void) => {
    this.delayed = { action, until }
    return () => {
      this.delayed = undefined
    }
  }

  /** Makes the next call of an action fail, as if the function was interrupted there. */
  failOnce = (action: Action): void => {
    this.failing = action
  }

  private begin = async (action: Action): Promise<void> => {
    if (this.delayed?.action === action) await this.delayed.until
    if (this.failing !== action) return
    this.failing = undefined
    throw new Error(`the function was interrupted before ${action}`)
  }

  create = async (): Promise<string> => {
    await this.begin('create')
    const id = randomUUID()
    this.users.set(id, { email: `${id}@sign-up.invalid`, password: undefined })
    return id
  }

  setPassword = async (userId: string, password: string): Promise<boolean> => {
    await this.begin('setPassword')
    const user = this.users.get(userId)
    if (user === undefined) return false
    user.password = password
    return true
  }

  claimAddress = async (userId: string, email: string): Promise<'claimed' | 'taken' | 'gone'> => {
    await this.begin('claimAddress')
    const user = this.users.get(userId)
    if (user === undefined) return 'gone'
    const holder = await this.findIdByAddress(email)
    if (holder !== undefined && holder !== userId) return 'taken'
    user.email = email
    return 'claimed'
  }

  findIdByAddress = async (email: string): Promise<string | undefined> =>
    [...this.users].find(([, user]) => user.email === email)?.[0]

  delete = async (userId: string): Promise<void> => {
    await this.begin('delete')
    this.users.delete(userId)
  }

  describe = async (): Promise<never> => {
    throw new Error('Sign-ups do not describe users')
  }

  signOutEverywhere = async (): Promise<void> => undefined
}
