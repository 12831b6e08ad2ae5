import { expect, test } from 'vitest'
import { UploadError } from '#app/features/media/upload/photo-upload-client.ts'
import { describeSendingError } from './describe-sending-error.ts'

test('says what is wrong with a photo, and hides the words of the browser', () => {
  expect(describeSendingError(new UploadError('signed-out', 'Sign in again.'))).toBe('Sign in again.')
  expect(describeSendingError(new TypeError('Failed to fetch'))).toBe('The connection was lost. What was sent is kept.')
})
