/**
 * The state of a sign-in that is under way, with the methods that the sign-in library uses. The library's own class
 * writes to sessionStorage, so that the sign-in fails if that is full, so the build puts this one in its place.
 */
export class SyncSessionStorage {
  readonly #entries = new Map<string, string>()

  setItem(key: string, value: string): void {
    this.#entries.set(key, value)
  }

  getItem(key: string): string | null {
    return this.#entries.get(key) ?? null
  }

  removeItem(key: string): void {
    this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
  }
}
