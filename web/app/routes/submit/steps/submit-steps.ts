import type { SpotFieldErrors, SpotFields } from '#app/features/spots/form/spot-form-schema.ts'

/** The four steps of the form. It is still one form: the page contains every field at every step. */
export const submitSteps = [
  { id: 'place', word: 'Place, photos', short: 'Place', fields: ['position'] },
  { id: 'words', word: 'Words', fields: ['title', 'category', 'tags', 'description', 'address', 'website', 'access'] },
  { id: 'audience', word: 'Who sees it', short: 'Seen by', fields: ['visibility', 'precision'] },
  { id: 'check', word: 'Check', fields: [] },
] as const satisfies readonly { id: string; word: string; short?: string; fields: readonly (keyof SpotFields)[] }[]

export type SubmitStep = (typeof submitSteps)[number]['id']

/** Finds the step that a hash or a draft names, such as "#words". */
export function findSubmitStep(name: string): SubmitStep | undefined {
  return submitSteps.find(({ id }) => id === name.replace('#', ''))?.id
}

/** Returns the index of a step, from 0. */
export function indexOfStep(step: SubmitStep): number {
  return submitSteps.findIndex(({ id }) => id === step)
}

/** Returns the next or previous step. */
export function stepBeside(step: SubmitStep, by: 1 | -1): SubmitStep {
  return submitSteps[indexOfStep(step) + by]?.id ?? step
}

/** Returns the step that contains a field. */
export function stepOfField(name: keyof SpotFields): SubmitStep {
  return submitSteps.find(({ fields }) => (fields as readonly string[]).includes(name))?.id ?? 'place'
}

/** Returns the errors of one step's fields. The last step has those of all fields. */
export function errorsOfStep(errors: SpotFieldErrors, step: SubmitStep): SpotFieldErrors {
  if (step === 'check') return errors
  const entries = Object.entries(errors) as [keyof SpotFields, string][]
  return Object.fromEntries(entries.filter(([name]) => stepOfField(name) === step))
}
