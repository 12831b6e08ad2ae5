/** The body of an error. All four members are always sent. */
export interface RestErrorBody {
  code: string
  message: string
  details: unknown
  hint: string | null
}

export interface RestErrorOptions extends ErrorOptions {
  details?: unknown
  hint?: string | null
  headers?: [string, string][]
  statusText?: string | undefined
}

/**
 * An error in PostgREST's wire format. SQL may raise any status (`raise sqlstate 'PT402'`), so the status is not
 * limited to those of other services.
 */
export class RestError extends Error {
  readonly status: number
  readonly code: string
  readonly details: unknown
  readonly hint: string | null
  readonly headers: [string, string][]
  readonly statusText: string | undefined

  constructor(status: number, code: string, message: string, options: RestErrorOptions = {}) {
    super(message, options)
    this.name = 'RestError'
    this.status = status
    this.code = code
    this.details = options.details ?? null
    this.hint = options.hint ?? null
    this.headers = options.headers ?? []
    this.statusText = options.statusText
  }

  toBody(): RestErrorBody {
    return { code: this.code, details: this.details, hint: this.hint, message: this.message }
  }
}
