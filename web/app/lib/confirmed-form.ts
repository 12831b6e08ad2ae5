import { type FormRejection, rejectForm } from './form-result.ts'

/** Returns the rejection of a dangerous form that was not confirmed. `unchanged` says what did not happen. */
export function findUnconfirmed(form: FormData, unchanged: string): FormRejection | undefined {
  return isConfirmed(form) ? undefined : rejectForm(`${unchanged} Tick the box to confirm, then send it again.`, form)
}

/** Returns true if a dangerous form was confirmed, which without JavaScript takes a checkbox. */
export function isConfirmed(form: FormData): boolean {
  return form.get('confirm') === 'yes'
}
