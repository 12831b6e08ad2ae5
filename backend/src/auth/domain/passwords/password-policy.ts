import { WeakPasswordError, type WeakPasswordReason } from '../../errors.ts'
import type { AuthParts } from '../../kernel/dependencies.ts'
import { isPwned } from './pwned-password.ts'

type Parts = Pick<AuthParts, 'settings' | 'log'>

/** The weakness of a password by today's policy, undefined when it is good. Contract §6.2. */
export async function findWeakness(parts: Parts, password: string): Promise<WeakPasswordError | undefined> {
  const { settings } = parts
  const found: [WeakPasswordReason, string][] = []
  const characters = [...password]
  if (characters.length < settings.passwordMinLength) {
    found.push(['length', `Password should be at least ${settings.passwordMinLength} characters.`])
  }
  const sets = splitSets(settings.passwordCharacters)
  if (sets.some((set) => !characters.some((character) => set.includes(character)))) {
    found.push(['characters', `Password should contain at least one character of each: ${sets.join(', ')}.`])
  }
  if (settings.pwnedEnabled && (await isPwned(parts, password))) {
    found.push(['pwned', 'Password is known to be weak and easy to guess, please choose a different one.'])
  }
  if (found.length === 0) return undefined
  return new WeakPasswordError(
    found.map(([, message]) => message).join(' '),
    found.map(([reason]) => reason),
  )
}

export async function requireStrongPassword(parts: Parts, password: string): Promise<void> {
  const weakness = await findWeakness(parts, password)
  if (weakness) throw weakness
}

/** Sets stand between colons; `\:` is a colon in a set. */
function splitSets(text: string): string[] {
  return text
    .split(/(?<!\\):/)
    .map((set) => set.replaceAll('\\:', ':'))
    .filter((set) => set !== '')
}
