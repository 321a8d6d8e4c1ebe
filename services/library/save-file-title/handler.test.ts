import { describe, expect, test } from 'vitest'
import { listFileTitles, saveFileTitle } from '#shared/contract/library.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { stored } from '#test/kit/stored.ts'
import { tidyUp, upload } from '#test/kit/upload.ts'

describe('save-file-title', () => {
  test('saves a title and a description, which members can read', async () => {
    const as = await given.admin()
    const path = await upload(as, 'Title of a test.pdf')
    const title = { path, title: 'Gas safety', description: 'Every <b>year</b>' }
    expect(
      await callOk(saveFileTitle, { as, body: { ...title, title: '  Gas safety ', seen: null } }),
    ).toEqual(title)
    const { data } = await callOk(listFileTitles, {
      as: await given.monthlyMember(),
      body: { paths: [path] },
    })
    expect(data).toEqual([title])
    expect(await stored('library', `title#${path}`)).toMatchObject([{ created_by: as.userId }])
    await tidyUp(as, path)
  })
})
