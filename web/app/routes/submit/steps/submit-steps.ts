import type { SpotFieldErrors, SpotFields } from '#app/features/spots/form/spot-form-schema.ts'

/** The four steps of the form, which is one all the same: every field is in the page at any step. */
export const submitSteps = [
  { id: 'place', word: 'Place, photos', short: 'Place', fields: ['position'] },
  { id: 'words', word: 'Words', fields: ['title', 'category', 'tags', 'description', 'address', 'website', 'access'] },
  { id: 'audience', word: 'Who sees it', fields: ['visibility', 'precision'] },
  { id: 'check', word: 'Check', fields: [] },
] as const satisfies readonly { id: string; word: string; short?: string; fields: readonly (keyof SpotFields)[] }[]

export type SubmitStep = (typeof submitSteps)[number]['id']

/** The step that an address or a draft names, such as "#words"; undefined when it names none. */
export function findSubmitStep(name: string): SubmitStep | undefined {
  return submitSteps.find(({ id }) => id === name.replace('#', ''))?.id
}

/** The place of a step among the four, from 0. */
export function indexOfStep(step: SubmitStep): number {
  return submitSteps.findIndex(({ id }) => id === step)
}

/** The step after or before another one. */
export function stepBeside(step: SubmitStep, by: 1 | -1): SubmitStep {
  return submitSteps[indexOfStep(step) + by]?.id ?? step
}

/** The step that holds a field. */
export function stepOfField(name: keyof SpotFields): SubmitStep {
  return submitSteps.find(({ fields }) => (fields as readonly string[]).includes(name))?.id ?? 'place'
}

/** The errors of the fields of one step; of all of them on the last. */
export function errorsOfStep(errors: SpotFieldErrors, step: SubmitStep): SpotFieldErrors {
  if (step === 'check') return errors
  const entries = Object.entries(errors) as [keyof SpotFields, string][]
  return Object.fromEntries(entries.filter(([name]) => stepOfField(name) === step))
}
