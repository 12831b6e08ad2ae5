import type { SecondFactor } from '#app/features/account/sign-in/second-factors.ts'

/** What each kind of second step is called. */
export const factorLabels: Record<SecondFactor['kind'], string> = {
  totp: 'Authenticator app',
  webauthn: 'Key or device',
  phone: 'Phone',
}

/** A second step as one calls it in a sentence. */
export function nameFactor({ kind, name, phoneEnding }: SecondFactor): string {
  if (name) return `“${name}”`
  return kind === 'phone' ? `the phone ending in ${phoneEnding}` : `the ${factorLabels[kind].toLowerCase()}`
}

const NUMBER_WORDS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']

/** What the number of second steps means for whoever loses one. */
export function describeSafety(factors: SecondFactor[]): { kind: 'warn' | 'ok'; text: string } | undefined {
  const [first, second] = factors
  if (!first) return undefined
  if (!second) {
    return { kind: 'warn', text: `One way in. If you lose ${nameFactor(first)}, nobody can open the door for you.` }
  }
  const count = NUMBER_WORDS[factors.length] ?? String(factors.length)
  return {
    kind: 'ok',
    text: `${count} ways in. If you lose ${nameFactor(first)}, ${nameFactor(second)} still opens the door.`,
  }
}
