import { WeakPasswordError, type WeakPasswordReason } from '../../errors.ts'
import type { AuthDependencies } from '../../kernel/dependencies.ts'
import { isPwned } from './pwned-password.ts'

type Dependencies = Pick<AuthDependencies, 'settings' | 'log'>

/** Returns the weakness of a password under the current policy, or undefined when it is strong (auth 6.2). */
export async function findWeakness(
  dependencies: Dependencies,
  password: string,
): Promise<WeakPasswordError | undefined> {
  const { settings } = dependencies
  const found: [WeakPasswordReason, string][] = []
  const characters = [...password]
  if (characters.length < settings.passwordMinLength) {
    found.push(['length', `Password should be at least ${settings.passwordMinLength} characters.`])
  }
  const sets = splitSets(settings.passwordCharacters)
  if (sets.some((set) => !characters.some((character) => set.includes(character)))) {
    found.push(['characters', `Password should contain at least one character of each: ${sets.join(', ')}.`])
  }
  if (settings.pwnedEnabled && (await isPwned(dependencies, password))) {
    found.push(['pwned', 'Password is known to be weak and easy to guess, please choose a different one.'])
  }
  if (found.length === 0) return undefined
  return new WeakPasswordError(
    found.map(([, message]) => message).join(' '),
    found.map(([reason]) => reason),
  )
}

/** Throws 422 `weak_password` with all reasons. May query Have I Been Pwned. */
export async function requireStrongPassword(dependencies: Dependencies, password: string): Promise<void> {
  const weakness = await findWeakness(dependencies, password)
  if (weakness) throw weakness
}

/** Colons separate the sets; `\:` is a literal colon. */
function splitSets(text: string): string[] {
  return text
    .split(/(?<!\\):/)
    .map((set) => set.replaceAll('\\:', ':'))
    .filter((set) => set !== '')
}
