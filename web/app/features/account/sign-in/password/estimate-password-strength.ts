import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { loadOnce } from '#app/lib/load-once.ts'

/** The strengths of passwords, strongest first. */
export type PasswordStrength = 'strong' | 'good' | 'weak' | 'too-easy'

/** By the score of zxcvbn: from fewer than a thousand guesses (0) to more than ten billion (4). */
const STRENGTHS: readonly PasswordStrength[] = ['too-easy', 'weak', 'weak', 'good', 'strong']
/**
 * Longer passwords are cut here, because the estimate takes longer with each character. The rest could only make them
 * stronger.
 */
const MAX_LENGTH = 100

/**
 * Estimates how hard a password is to guess. `known` are words that attackers would try first: the name and address
 * of the account. The dictionaries load with the first call.
 */
export async function estimatePasswordStrength(password: string, known: string[]): Promise<PasswordStrength> {
  const estimator = await loadEstimator()
  const words = known.flatMap((text) => [text, ...text.split(/[@.\s_-]+/)]).filter((word) => word.length > 2)
  return STRENGTHS[estimator.check(password.slice(0, MAX_LENGTH), words).score] ?? 'weak'
}

const loadEstimator = loadOnce(async (): Promise<ZxcvbnFactory> => {
  const [{ ZxcvbnFactory: Factory }, common] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new Factory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs })
})
