import { WeakPasswordError, type WeakPasswordReason } from '../errors.ts'
import type { AuthSettings } from '../settings.ts'

/** The weakness of a password by today's policy, undefined when it is good. Contract §6.2. */
export function findWeakness(password: string, settings: AuthSettings): WeakPasswordError | undefined {
  const found: [WeakPasswordReason, string][] = []
  const characters = [...password]
  if (characters.length < settings.passwordMinLength) {
    found.push(['length', `Password should be at least ${settings.passwordMinLength} characters.`])
  }
  const sets = splitSets(settings.passwordCharacters)
  if (sets.some((set) => !characters.some((character) => set.includes(character)))) {
    found.push(['characters', `Password should contain at least one character of each: ${sets.join(', ')}.`])
  }
  if (found.length === 0) return undefined
  return new WeakPasswordError(
    found.map(([, message]) => message).join(' '),
    found.map(([reason]) => reason),
  )
}

export function requireStrongPassword(password: string, settings: AuthSettings): void {
  const weakness = findWeakness(password, settings)
  if (weakness) throw weakness
}

/** Sets stand between colons; `\:` is a colon in a set. */
function splitSets(text: string): string[] {
  return text
    .split(/(?<!\\):/)
    .map((set) => set.replaceAll('\\:', ':'))
    .filter((set) => set !== '')
}
