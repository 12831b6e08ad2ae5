/**
 * Returns true for the error with which Node ends the body of a request whose client has closed the connection. That is
 * no failure of the server, so it does not belong in the log.
 */
export function isClientGone(error: unknown): boolean {
  return error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'
}
