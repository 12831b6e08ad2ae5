import { createHash } from 'node:crypto'
import { errors } from '../../errors.ts'
import type { AuthDependencies } from '../../kernel/dependencies.ts'

const PREFIX_LENGTH = 5

/**
 * Whether a password is in the lists of Have I Been Pwned. Only five characters of its SHA-1 leave this machine (k-anonymity), and
 * the answer is padded so that its length tells nothing. When nobody answers: false, or an error if the settings say so.
 */
export async function isPwned(
  { settings, log }: Pick<AuthDependencies, 'settings' | 'log'>,
  password: string,
): Promise<boolean> {
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  try {
    const response = await fetch(`${settings.pwnedUrl}/range/${hash.slice(0, PREFIX_LENGTH)}`, {
      headers: { 'add-padding': 'true', 'user-agent': settings.pwnedUserAgent },
      signal: AbortSignal.timeout(settings.pwnedTimeoutMs),
    })
    if (!response.ok) throw new Error(`Have I Been Pwned answered ${response.status}.`)
    return isListed(await response.text(), hash.slice(PREFIX_LENGTH))
  } catch (error) {
    log.warn('Have I Been Pwned cannot be asked', { reason: error instanceof Error ? error.name : '' })
    if (settings.pwnedFailClosed) throw errors.pwnedUnavailable()
    return false
  }
}

/** Lines of `suffix:count`; those of the padding count nothing. */
function isListed(text: string, suffix: string): boolean {
  return text.split(/\r?\n/).some((line) => {
    const [listed, count] = line.trim().split(':')
    return listed?.toUpperCase() === suffix && Number(count) > 0
  })
}
