import { expect, test } from 'vitest'
import { writeFormState } from './form-state.ts'

function writeFields(fields: Record<string, string | File>, controls?: Parameters<typeof writeFormState>[1]): string {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return writeFormState(form, controls)
}

test('finds a changed field, and no change after a change back', () => {
  const before = writeFields({ title: 'Old ferry', tags: 'river' })
  expect(writeFields({ title: 'Old ferry house', tags: 'river' })).not.toBe(before)
  expect(writeFields({ title: 'Old ferry', tags: 'river' })).toBe(before)
})

test('finds a chosen file', () => {
  const before = writeFields({ avatar: new File([], '') })
  expect(writeFields({ avatar: new File(['x'], 'me.png') })).not.toBe(before)
  expect(writeFields({ avatar: new File([], '') })).toBe(before)
})

test('ignores passwords, codes and the kind of line break', () => {
  const controls = [
    { name: 'password', type: 'password', autocomplete: 'new-password' as const },
    { name: 'code', type: 'text', autocomplete: 'one-time-code' as const },
  ]
  const before = writeFields({ bio: 'a\nb', password: '', code: '' }, controls)
  expect(writeFields({ bio: 'a\r\nb', password: 'secret', code: '123456' }, controls)).toBe(before)
})
