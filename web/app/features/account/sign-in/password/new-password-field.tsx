import { useEffect, useState } from 'react'
import { checkBy } from '#app/lib/check-by.ts'
import { PASSWORD_LENGTH } from '#app/lib/content-limits.ts'
import { PasswordField } from '#app/ui/forms/text/password-field.tsx'
import { NewPassword } from '../sign-in-schema.ts'
import { estimatePasswordStrength, type PasswordStrength } from './estimate-password-strength.ts'
import { readKnownWords } from './known-words.ts'
import './new-password-field.css'

const WORDS: Record<PasswordStrength, { label: string; blocks: number; about: string }> = {
  strong: { label: 'Strong', blocks: 4, about: 'Centuries to guess' },
  good: { label: 'Good', blocks: 3, about: 'Hard to guess' },
  weak: { label: 'Weak', blocks: 2, about: 'Add a word or two' },
  'too-easy': { label: 'Too easy', blocks: 1, about: 'One of the first passwords attackers try' },
}

const checkPassword = checkBy(NewPassword)

/** Wait for a pause in typing, so that the estimate does not slow down the field. */
const PAUSE_MS = 150

/** A field for a new password that shows how hard it is to guess. Names in the same form count as easy. */
export function NewPasswordField({ error }: { error: string | undefined }) {
  const [password, setPassword] = useState('')
  const [known, setKnown] = useState<string[]>([])
  const strength = usePasswordStrength(password, known)
  return (
    <div>
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_LENGTH.min} characters. A short sentence makes a good password.`}
        error={error}
        check={checkPassword}
        required
        onInput={({ currentTarget: { value, form } }) => {
          setPassword(value)
          setKnown(form ? readKnownWords(new FormData(form)) : [])
        }}
      />
      <p className="password-strength" role="status" data-strength={strength}>
        {strength && (
          <>
            <span className="password-blocks" aria-hidden="true">
              {[1, 2, 3, 4].map((block) => (
                <span key={block} className={block <= WORDS[strength].blocks ? 'is-full' : undefined} />
              ))}
            </span>
            <b>{WORDS[strength].label}</b>
            <span className="password-about">{WORDS[strength].about}</span>
          </>
        )}
      </p>
    </div>
  )
}

function usePasswordStrength(password: string, known: string[]): PasswordStrength | undefined {
  const [judged, setJudged] = useState<PasswordStrength>()
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(() => {
      // Without a network, only the server checks the password.
      estimatePasswordStrength(password, known).then(
        (strength) => isCurrent && setJudged(strength),
        () => undefined,
      )
    }, PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [password, known])
  return password === '' ? undefined : judged
}
