import { expect, test } from 'vitest'
import { EMPTY_SPOT_FIELDS } from '#app/features/spots/form/spot-form-schema.ts'
import { errorsOfStep, findSubmitStep, stepBeside, stepOfField, submitSteps } from './submit-steps.ts'

test('finds the step that a hash names, if any', () => {
  expect(findSubmitStep('#words')).toBe('words')
  expect(findSubmitStep('check')).toBe('check')
  for (const name of ['', '#', '#else']) expect(findSubmitStep(name)).toBeUndefined()
})

test('has no step before the first and none after the last', () => {
  expect(stepBeside('place', -1)).toBe('place')
  expect(stepBeside('place', 1)).toBe('words')
  expect(stepBeside('check', 1)).toBe('check')
})

test('assigns every field to a step', () => {
  const held = submitSteps.flatMap(({ fields }) => [...fields] as string[])
  expect(held.toSorted()).toEqual(Object.keys(EMPTY_SPOT_FIELDS).toSorted())
  expect(stepOfField('website')).toBe('words')
})

test('shows each step its own errors, and the last step all of them', () => {
  const errors = { position: 'Where?', title: 'What?' }
  expect(errorsOfStep(errors, 'words')).toEqual({ title: 'What?' })
  expect(errorsOfStep(errors, 'check')).toEqual(errors)
})
