import { expect, vi } from 'vitest'

/** Replaces the storage. Each post stays open until the test responds to it. */
export class Post extends EventTarget {
  static readonly all: Post[] = []
  readonly upload = new EventTarget()
  status = 0
  sent: FormData | undefined
  open = () => Post.all.push(this)
  abort = () => this.dispatchEvent(new Event('abort'))
  send(form: FormData) {
    this.sent = form
  }
  reach(loaded: number, total: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { lengthComputable: true, loaded, total }))
  }
  respond(status: number) {
    this.status = status
    this.dispatchEvent(new Event('load'))
  }
  lose = () => this.dispatchEvent(new Event('error'))
}

/** Returns a post once its file is being sent. */
export const post = async (number: number): Promise<Post> => {
  await vi.waitFor(() => expect(Post.all[number]?.sent).toBeDefined())
  const found = Post.all[number]
  if (found === undefined) throw new Error('There is no such post')
  return found
}
