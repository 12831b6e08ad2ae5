import { AppError } from '../../http/app-error.ts'
import { defineError } from './define-error.ts'

/** Errors of hooks (auth 6.9). */
export const HOOK_ERRORS = {
  hookTimeout: defineError(422, 'hook_timeout', 'Failed to reach hook within its maximum time'),
  hookTimeoutAfterRetry: defineError(422, 'hook_timeout_after_retry', 'Failed to reach hook after maximum retries'),
  hookResponseTooLarge: defineError(
    422,
    'hook_payload_over_size_limit',
    'The response of a hook is larger than 200 KB',
  ),
  hookContentType: defineError(
    400,
    'hook_payload_invalid_content_type',
    'The response of a hook must be application/json',
  ),
  /** `why` is only logged: problems of a hook are not the client's concern. */
  hookFailed: (why: string) =>
    new AppError(500, 'unexpected_failure', 'A hook of this service failed', {
      cause: new Error(`The hook failed: ${why}.`),
    }),
  mfaRejected: (message: string) =>
    new AppError(403, 'mfa_verification_rejected', message || 'Further MFA verification attempts will be rejected.'),
} as const
