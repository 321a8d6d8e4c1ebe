import type { SiteFiles } from '#platform/files/site.ts'
import { assetsFolder, releasesFolder } from '#shared/values/site-files.ts'

const dayMs = 24 * 3600_000

/** The site's bucket with two releases. The first was replaced ten days before the journey. */
export class MemorySite implements SiteFiles {
  private readonly files = new Map<string, { storedAt: Date; content: string }>()

  constructor(start: Date) {
    this.store('first', new Date(start.getTime() - 20 * dayMs))
    this.store('second', new Date(start.getTime() - 10 * dayMs))
  }

  private store = (release: string, storedAt: Date): void => {
    const asset = `${assetsFolder}${release}.js`
    this.files.set(asset, { storedAt, content: '' })
    this.files.set(`${releasesFolder}${release}.json`, {
      storedAt,
      content: JSON.stringify({ assets: [asset] }),
    })
  }

  list = async (prefix: string) =>
    [...this.files].flatMap(([key, { storedAt }]) => (key.startsWith(prefix) ? [{ key, storedAt }] : []))

  read = async (key: string): Promise<string> => this.files.get(key)?.content ?? ''

  remove = async (key: string): Promise<void> => void this.files.delete(key)

  keys = (): string[] => [...this.files.keys()]
}
