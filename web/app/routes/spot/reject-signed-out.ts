import { type FormRejection, rejectForm } from '#app/lib/form-result.ts'

/** Returns the rejection of a form whose member was signed out while they wrote. What they typed stays in the form. */
export function rejectSignedOut(form: FormData): FormRejection {
  return rejectForm('You were signed out. Your changes are still here: sign in in another tab, then try again.', form)
}
