import { useState } from 'react'
import {
  findSpotFieldErrors,
  type SpotFieldErrors,
  type SpotFields,
} from '#app/features/spots/form/spot-form-schema.ts'
import type { FormRejection } from '#app/lib/form-result.ts'
import { errorsOfStep, type SubmitStep } from './steps/submit-steps.ts'

/**
 * Tracks the errors of the form, found before it is sent or returned by the server. An error disappears when its field
 * changes.
 */
export function useSpotErrors(fields: SpotFields, rejection: FormRejection | undefined) {
  const [shown, setShown] = useState<SpotFieldErrors>(rejection?.fieldErrors ?? {})
  const [message, setMessage] = useState(rejection?.message)
  const [attempt, setAttempt] = useState(0)
  const [answered, setAnswered] = useState(rejection)
  // Changing the step clears the response, but its message stays until the member acts on it.
  if (rejection && rejection !== answered) {
    setAnswered(rejection)
    setShown(rejection.fieldErrors)
    setMessage(rejection.message)
    setAttempt(attempt + 1)
  }
  return {
    shown,
    message,
    /** The number of failed attempts. */
    attempt,
    /** Shows the errors of a step's fields, or another obstacle. Returns true if there are none. */
    check: (step: SubmitStep, obstacle?: string): boolean => {
      const found = errorsOfStep(findSpotFieldErrors(fields), step)
      const isRight = Object.keys(found).length === 0 && obstacle === undefined
      setShown(found)
      setMessage(obstacle)
      if (!isRight) setAttempt(attempt + 1)
      return isRight
    },
    clearFields: (changes: Partial<SpotFields>) =>
      setShown((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in changes)))),
    clearMessage: () => setMessage(undefined),
    clearAll: () => {
      setShown({})
      setMessage(undefined)
    },
  }
}
