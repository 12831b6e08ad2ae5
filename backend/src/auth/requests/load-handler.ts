import type { AuthRequest } from './context.ts'

type AuthHandler = (request: AuthRequest) => Promise<Response>

/**
 * Returns a handler whose module is loaded on its first request, so that rarely used features do not slow down the
 * start.
 */
export function loadHandler<Name extends string>(
  load: () => Promise<Record<Name, AuthHandler>>,
  name: Name,
): AuthHandler {
  return async (request) => (await load())[name](request)
}
