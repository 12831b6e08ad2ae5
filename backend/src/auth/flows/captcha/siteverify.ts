import * as v from 'valibot'
import { errors } from '../../errors.ts'
import type { AuthDependencies } from '../../kernel/dependencies.ts'

const ENDPOINTS = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
} as const

const Answer = v.object({ success: v.boolean(), 'error-codes': v.nullish(v.array(v.string())) })

/**
 * Verifies a solution at hCaptcha or Turnstile. Returns undefined when it is valid, otherwise the provider's error
 * codes. Throws when the provider is unreachable.
 */
export async function checkAtProvider(
  { settings, log }: AuthDependencies,
  provider: keyof typeof ENDPOINTS,
  { token, ip }: { token: string; ip: string | null },
): Promise<string | undefined> {
  const form = { secret: settings.captchaSecret, response: token, ...(ip ? { remoteip: ip } : {}) }
  try {
    const response = await fetch(settings.captchaEndpoint ?? ENDPOINTS[provider], {
      method: 'POST',
      body: new URLSearchParams(form),
      signal: AbortSignal.timeout(settings.captchaTimeoutMs),
      redirect: 'error',
    })
    const { success, 'error-codes': codes } = v.parse(Answer, await response.json())
    return success ? undefined : (codes ?? []).join(', ') || 'the solution was rejected'
  } catch (error) {
    log.error('The captcha provider cannot be reached', { provider, reason: error instanceof Error ? error.name : '' })
    throw errors.captchaUnreachable()
  }
}
