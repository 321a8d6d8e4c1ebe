import { act, render } from '@testing-library/react'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { UploadCard } from '../upload-card.tsx'
import { uploadQueue } from '../upload-queue.ts'
import { post } from './post.ts'
import { complete, form, pdf } from './upload-queue.ts'

/** Shows the card of the guides and chooses this many: `1.pdf`, `2.pdf`. The first one is being sent. */
export const chooseGuides = async (count: number): Promise<void> => {
  fakeServer({ '/functions/create-upload': form('a'), ...complete })
  const names = Array.from({ length: count }, (_, i) => `${i + 1}.pdf`)
  render(<UploadCard kind="guides" />)
  act(() => uploadQueue.add('guides', names.map(pdf)))
  await post(0)
}
