import { type InputEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Hides an error once the input is right: it differs from the rejected one and satisfies the control's own rules
 * (required, type, length). Sending the form shows the error again, until the next response replaces it. Without that, a
 * second response with the same error would stay hidden.
 */
export function useFadingError<Box extends HTMLElement>(
  error: ReactNode,
): {
  shown: ReactNode
  /** The element that contains the control. */
  box: RefObject<Box | null>
  handleInput: (event: InputEvent<HTMLElement>) => void
} {
  const box = useRef<Box>(null)
  const [corrected, setCorrected] = useState<ReactNode>()
  useEffect(() => {
    const form = box.current?.closest('form')
    const handleSubmit = () => setCorrected(undefined)
    form?.addEventListener('submit', handleSubmit)
    return () => form?.removeEventListener('submit', handleSubmit)
  }, [])
  const handleInput = ({ target }: InputEvent<HTMLElement>) => setCorrected(isCorrected(target) ? error : undefined)
  return { shown: corrected === error ? undefined : error, box, handleInput }
}

function isCorrected(control: EventTarget): boolean {
  if (control instanceof HTMLSelectElement) return control.validity.valid
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue && control.validity.valid
  if (!(control instanceof HTMLInputElement)) return false
  const isChoice = control.type === 'radio' || control.type === 'checkbox'
  const isChanged = isChoice ? control.checked !== control.defaultChecked : control.value !== control.defaultValue
  return isChanged && control.validity.valid
}
