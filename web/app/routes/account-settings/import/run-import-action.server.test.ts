import { expect, test } from 'vitest'
import { runImportAction } from './run-import-action.server.ts'

test('rejects more places than it reads without JavaScript, and leaves none out silently', async () => {
  const form = new FormData()
  form.set('intent', 'upload')
  form.set('pasted', Array.from({ length: 2001 }, (_, index) => `45.07${index}, 7.69 Place ${index}`).join('\n'))
  // The form is rejected before the member's client is used.
  const member = {} as Parameters<typeof runImportAction>[0]
  expect(await runImportAction(member, form)).toEqual({
    message:
      'Without JavaScript we read up to 2,000 places, and there are 2,001. Split the file, or turn JavaScript on.',
  })
})
