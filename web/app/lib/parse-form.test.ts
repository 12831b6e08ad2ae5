import * as v from 'valibot'
import { expect, test } from 'vitest'
import { parseForm } from './parse-form.ts'

const Schema = v.object({
  title: v.pipe(v.string(), v.nonEmpty('A title, please.')),
  password: v.pipe(v.string(), v.minLength(8, 'Longer.')),
})

function toForm(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test('returns the parsed value of a valid form', () => {
  expect(parseForm(Schema, toForm({ title: 'Mole', password: 'long enough' }))).toEqual({
    accepted: true,
    value: { title: 'Mole', password: 'long enough' },
  })
})

test('returns the values of an invalid form, but never a password', () => {
  const result = parseForm(Schema, toForm({ title: '', password: 'secret', note: 'kept' }))
  expect(result).toEqual({
    accepted: false,
    rejection: {
      message: undefined,
      fieldErrors: { title: 'A title, please.', password: 'Longer.' },
      values: { title: '', note: 'kept' },
    },
  })
})

test('reports a missing field', () => {
  const result = parseForm(Schema, toForm({ password: 'long enough' }))
  expect(result.accepted ? {} : result.rejection.fieldErrors).toEqual({ title: 'Please fill this in.' })
})
