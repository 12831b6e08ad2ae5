import * as v from 'valibot'
import { expect, test } from 'vitest'
import { attemptCommand, withForm } from './form-command.ts'
import { DataError } from './supabase.ts'

const WordForm = v.object({ word: v.pipe(v.string(), v.minLength(2, 'Please write a word.')) })

function toCall(word: string) {
  const form = new FormData()
  form.set('word', word)
  return { form }
}

test('passes the parsed form to the command', async () => {
  const words: string[] = []
  const command = withForm(WordForm, async (_call: { form: FormData }, { word }) => void words.push(word))
  expect(await attemptCommand(command, toCall('mill'))).toBeUndefined()
  expect(words).toEqual(['mill'])
})

test('rejects an invalid form without running the command', async () => {
  const command = withForm(WordForm, () => Promise.reject(new Error('was run')))
  expect(await attemptCommand(command, toCall('m'))).toEqual({
    message: undefined,
    fieldErrors: { word: 'Please write a word.' },
    values: { word: 'm' },
  })
})

test('reports client errors of the data service and rethrows server failures', async () => {
  const reject = () => Promise.reject(new DataError({ code: 'PT404', message: 'This spot is gone.' }, 404))
  expect(await attemptCommand(reject, toCall('mill'))).toMatchObject({ message: 'This spot is gone.' })
  const fail = () => Promise.reject(new TypeError('fetch failed'))
  await expect(attemptCommand(fail, toCall('mill'))).rejects.toThrow('fetch failed')
})
