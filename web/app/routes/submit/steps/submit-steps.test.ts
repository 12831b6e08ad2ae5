import { expect, test } from 'vitest'
import { EMPTY_SPOT_FIELDS } from '#app/features/spots/form/spot-form-schema.ts'
import { errorsOfStep, findSubmitStep, stepBeside, stepOfField, submitSteps } from './submit-steps.ts'

test('an address names a step or none', () => {
  expect(findSubmitStep('#words')).toBe('words')
  expect(findSubmitStep('check')).toBe('check')
  for (const name of ['', '#', '#else']) expect(findSubmitStep(name)).toBeUndefined()
})

test('the first step has none before and the last none after', () => {
  expect(stepBeside('place', -1)).toBe('place')
  expect(stepBeside('place', 1)).toBe('words')
  expect(stepBeside('check', 1)).toBe('check')
})

test('every field has its step', () => {
  const held = submitSteps.flatMap(({ fields }) => [...fields] as string[])
  expect(held.toSorted()).toEqual(Object.keys(EMPTY_SPOT_FIELDS).toSorted())
  expect(stepOfField('website')).toBe('words')
})

test('a step asks for its own fields, the last for all', () => {
  const errors = { position: 'Where?', title: 'What?' }
  expect(errorsOfStep(errors, 'words')).toEqual({ title: 'What?' })
  expect(errorsOfStep(errors, 'check')).toEqual(errors)
})
