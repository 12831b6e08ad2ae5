import { type InputEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'

/** Returns the error of a text, or nothing. */
export type TextCheck = (text: string) => ReactNode

/**
 * Judges the input again while its error is shown. The error disappears once the input is right: it differs from the
 * rejected one and satisfies `check`, or without it the control's own rules (required, type, length). Sending the form
 * shows the error again, until the next response replaces it. Without that, a second response with the same error would
 * stay hidden.
 */
export function useFadingError<Box extends HTMLElement>(
  error: ReactNode,
  check?: TextCheck,
): {
  shown: ReactNode
  /** The element that contains the control. */
  box: RefObject<Box | null>
  handleInput: (event: InputEvent<HTMLElement>) => void
} {
  const box = useRef<Box>(null)
  const [judged, setJudged] = useState<{ error: ReactNode; shown: ReactNode }>()
  useEffect(() => {
    const form = box.current?.closest('form')
    const handleSubmit = () => setJudged(undefined)
    form?.addEventListener('submit', handleSubmit)
    return () => form?.removeEventListener('submit', handleSubmit)
  }, [])
  const handleInput = ({ target }: InputEvent<HTMLElement>) => {
    const input = readInput(target)
    setJudged(error && input ? { error, shown: findInputError(error, input, check) } : undefined)
  }
  return { shown: judged?.error === error ? judged?.shown : error, box, handleInput }
}

/** The input of a control, and what the server rejected: null for a choice that was not made. */
interface Input {
  value: string
  rejected: string | null
  /** True if it satisfies the control's own rules. */
  isValid: boolean
}

/** Returns the error of the current input: the rejected one, another one from `check`, or none. */
export function findInputError(error: ReactNode, { value, rejected, isValid }: Input, check?: TextCheck): ReactNode {
  if (value === rejected) return error
  if (check) return check(value)
  // The missing value has been entered, even if it is not valid yet.
  return isValid || rejected === '' ? undefined : error
}

function readInput(control: EventTarget): Input | undefined {
  if (control instanceof HTMLSelectElement) {
    return { value: control.value, rejected: null, isValid: control.validity.valid }
  }
  if (control instanceof HTMLTextAreaElement) return readText(control)
  if (!(control instanceof HTMLInputElement)) return undefined
  if (control.type !== 'radio' && control.type !== 'checkbox') return readText(control)
  const toValue = (isChecked: boolean) => (isChecked ? control.value : '')
  return {
    value: toValue(control.checked),
    rejected: control.checked === control.defaultChecked ? toValue(control.checked) : null,
    isValid: control.validity.valid,
  }
}

function readText({ value, defaultValue, validity }: HTMLInputElement | HTMLTextAreaElement): Input {
  return { value, rejected: defaultValue, isValid: validity.valid }
}
