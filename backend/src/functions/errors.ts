import { AppError, type ErrorStatus } from '../http/app-error.ts'

interface Details extends ErrorOptions {
  /** Sets `x-relay-error`: the handler never responded (functions 2). */
  isRelayError?: boolean
  /** Repeats the message as `msg`, as upstream's responses about tokens do. */
  repeatsMessage?: boolean
}

/** An error of the platform in front of a function. */
export class FunctionError extends AppError {
  readonly isRelayError: boolean
  readonly repeatsMessage: boolean

  constructor(status: ErrorStatus, code: string, message: string, details: Details = {}) {
    super(status, code, message, details)
    this.name = 'FunctionError'
    this.isRelayError = details.isRelayError ?? false
    this.repeatsMessage = details.repeatsMessage ?? false
  }
}

/** The only error without a code: its body is `{ msg }`. */
export const nameMissing = () => new FunctionError(400, '', 'missing function name in request')

export const functionNotFound = () => new FunctionError(404, 'NOT_FOUND', 'Requested function was not found')

export const methodNotAllowed = () => new FunctionError(405, 'METHOD_NOT_ALLOWED', 'Method not allowed')

export const bodyTooLarge = (maxBytes: number) =>
  new FunctionError(413, 'PAYLOAD_TOO_LARGE', `The body is larger than ${maxBytes} bytes`)

const unauthorized = (code: string, message: string, cause?: unknown) =>
  new FunctionError(401, code, message, { repeatsMessage: true, cause })

export const headerMissing = () => unauthorized('UNAUTHORIZED_NO_AUTH_HEADER', 'Missing authorization header')

export const formatInvalid = () => unauthorized('UNAUTHORIZED_INVALID_JWT_FORMAT', 'Invalid JWT format')

export const sharedSecretTokenInvalid = (cause: unknown) =>
  unauthorized('UNAUTHORIZED_LEGACY_JWT', 'Invalid JWT', cause)

export const tokenInvalid = (cause: unknown) => unauthorized('UNAUTHORIZED_ASYMMETRIC_JWT', 'Invalid JWT', cause)

export const personalTokenInvalid = (message: string) => unauthorized('UNAUTHORIZED_PERSONAL_TOKEN', message)

export const personalTokenBusy = (message: string) => new FunctionError(429, 'TOO_MANY_REQUESTS', message)

export const tokensUnavailable = (cause: unknown) =>
  new FunctionError(503, 'SERVICE_UNAVAILABLE', 'The token cannot be checked at the moment. Try again shortly.', {
    isRelayError: true,
    cause,
  })

export const writeScopeMissing = () => new FunctionError(403, 'INSUFFICIENT_SCOPE', 'This token may only read.')

export const algorithmUnsupported = (algorithm: string) =>
  unauthorized('UNAUTHORIZED_UNSUPPORTED_TOKEN_ALGORITHM', `Unsupported JWT algorithm ${algorithm}`)

/** The handler threw, or its worker ended. */
export const functionFailed = (cause: unknown) =>
  new FunctionError(500, 'EDGE_FUNCTION_ERROR', 'Internal Server Error', { cause })

/** The module cannot be loaded, or registers no handler. */
export const bootFailed = (cause: unknown) =>
  new FunctionError(503, 'BOOT_ERROR', 'Function failed to start (please check logs)', { isRelayError: true, cause })

export const responseTimedOut = () =>
  new FunctionError(504, 'IDLE_TIMEOUT', 'The function did not respond in time', { isRelayError: true })
