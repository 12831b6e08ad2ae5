import { useState } from 'react'
import {
  findSpotFieldErrors,
  type SpotFieldErrors,
  type SpotFields,
} from '#app/features/spots/form/spot-form-schema.ts'
import type { FormRejection } from '#app/lib/form-result.ts'
import { errorsOfStep, type SubmitStep } from './steps/submit-steps.ts'

/** What is wrong with the form: found here before it is sent, or told by the server. An error goes when its field changes. */
export function useSpotErrors(fields: SpotFields, rejection: FormRejection | undefined) {
  const [shown, setShown] = useState<SpotFieldErrors>(rejection?.fieldErrors ?? {})
  const [message, setMessage] = useState(rejection?.message)
  const [attempt, setAttempt] = useState(0)
  const [answered, setAnswered] = useState(rejection)
  // The next step of the address takes the reply away; what it said stays until somebody does something about it.
  if (rejection && rejection !== answered) {
    setAnswered(rejection)
    setShown(rejection.fieldErrors)
    setMessage(rejection.message)
    setAttempt(attempt + 1)
  }
  return {
    shown,
    message,
    /** Grows with each try that failed. */
    attempt,
    /** Shows what is wrong with the fields of a step, or what else is in the way; whether all is well. */
    look: (step: SubmitStep, obstacle?: string): boolean => {
      const found = errorsOfStep(findSpotFieldErrors(fields), step)
      const isRight = Object.keys(found).length === 0 && obstacle === undefined
      setShown(found)
      setMessage(obstacle)
      if (!isRight) setAttempt(attempt + 1)
      return isRight
    },
    forget: (changes: Partial<SpotFields>) =>
      setShown((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in changes)))),
    forgetMessage: () => setMessage(undefined),
    forgetAll: () => {
      setShown({})
      setMessage(undefined)
    },
  }
}
