import { expect, test } from 'vitest'
import { createTestClient } from '#app/platform/session/test/session-test-client.ts'
import { runComposeAction } from './compose-action.server.ts'

test('keeps uploaded photos in the text when the story itself is rejected', async () => {
  const newer = { code: 'PT409', message: 'A newer version was saved in another tab.' }
  const { client } = createTestClient({ answer: () => Response.json(newer, { status: 409 }) })
  const form = new FormData()
  form.set('submission_key', '00000000-0000-4000-8000-000000000001')
  form.set('body', 'Up.')
  form.set('photos', new File(['x'], 'summit.jpg'))
  const response = await runComposeAction(client, 'p1', form, async () => ({ id: 'f1' }))
  expect(response).toMatchObject({
    init: { status: 400 },
    data: { rejection: { message: newer.message, values: { body: 'Up.\n\n![](/photo/f1)\n' } } },
  })
})
