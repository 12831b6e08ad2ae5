import { type RefObject, useEffect } from 'react'

/**
 * Moves the focus to the first invalid control after each rejected submission, so that screen readers announce its
 * error and phones scroll to it.
 */
export function useInvalidFocus(form: RefObject<HTMLFormElement | null>, rejection: object | undefined): void {
  useEffect(() => {
    if (rejection) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form, rejection])
}
