import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { AppError, type ErrorStatus } from '../../../http/app-error.ts'
import { errors } from '../../errors.ts'
import type { AuthDependencies, Statements } from '../../kernel/dependencies.ts'
import { HOOKS, type HookName } from '../../settings/hook-settings.ts'
import { callHttpHook } from './http-hook.ts'
import { callPostgresHook } from './postgres-hook.ts'

const LONGEST_MESSAGE = 2_000

/** The error object by which a hook denies a request. */
const Rejection = v.object({
  error: v.object({
    http_code: v.optional(v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)), 500),
    message: v.optional(v.string(), ''),
  }),
})

/** Returns true when the operator has enabled the hook. */
export function hasHook({ settings }: Pick<AuthDependencies, 'settings'>, name: HookName): boolean {
  return settings[HOOKS[name]]
}

/**
 * Calls a hook and returns its response, or an empty object when there is none. `sql` is the current transaction: a
 * hook in the database sees what the transaction wrote. Throws the hook's own error, or one of `hook_timeout`,
 * `hook_timeout_after_retry`, `hook_payload_over_size_limit`, `hook_payload_invalid_content_type` (auth 6.9).
 */
export async function callHook(
  { settings, now, client }: Pick<AuthDependencies, 'settings' | 'now' | 'client'>,
  sql: Statements,
  name: HookName,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const key = HOOKS[name]
  const uri = settings[`${key}Uri`] ?? ''
  const id = randomUUID()
  const sentAt = now()
  const metadata = { uuid: id, time: sentAt.toISOString(), name, ip_address: client.ip ?? '' }
  const payload = { metadata, ...input }
  const result = uri.startsWith('pg-functions:')
    ? await callPostgresHook(sql, uri, payload)
    : await callHttpHook({ uri, secrets: settings[`${key}Secrets`], id, sentAt }, payload)
  requireConsent(result)
  return result
}

function requireConsent(result: Record<string, unknown>): void {
  if (result.error === undefined || result.error === null) return
  const rejection = v.safeParse(Rejection, result)
  if (!rejection.success) throw errors.hookFailed('its error object cannot be read')
  const { http_code: status, message } = rejection.output.error
  const code = status < 500 ? 'unknown' : 'unexpected_failure'
  throw new AppError(status as ErrorStatus, code, message.slice(0, LONGEST_MESSAGE) || 'A hook rejected this request')
}
