/** Returns the texts of a sign-up form that make its password easy to guess. */
export function readKnownWords(form: FormData): string[] {
  return ['name', 'surname', 'username', 'account', 'email'].map((name) => String(form.get(name) ?? ''))
}
