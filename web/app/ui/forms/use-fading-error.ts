import { type InputEvent, type ReactNode, useState } from 'react'

/**
 * Hides an error once the input is right: it differs from the rejected one and satisfies the control's own rules (required,
 * type, length). Another reply of the server shows its error again.
 */
export function useFadingError(error: ReactNode): {
  shown: ReactNode
  handleInput: (event: InputEvent<HTMLElement>) => void
} {
  const [corrected, setCorrected] = useState<ReactNode>()
  const handleInput = ({ target }: InputEvent<HTMLElement>) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return
    const isRight = target.value !== target.defaultValue && target.validity.valid
    setCorrected(isRight ? error : undefined)
  }
  return { shown: corrected === error ? undefined : error, handleInput }
}
