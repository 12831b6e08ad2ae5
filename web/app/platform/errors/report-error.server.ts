/** Writes an error of the server to its log, as one line of JSON with the path and method of the request. */
export function reportError(error: unknown, request: Request): void {
  const { pathname } = new URL(request.url)
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined }
  const entry = {
    time: new Date().toISOString(),
    level: 'error',
    message,
    path: pathname,
    method: request.method,
    stack,
  }
  process.stderr.write(`${JSON.stringify(entry)}\n`)
}
