import type { Endpoint } from '../requests/endpoint.ts'

/** Handles the tus protocol for callers with an access token (storage 9). */
export const resumableUpload = (operation: string): Endpoint => createEndpoint(operation, false)

/** Handles the tus protocol with the token of a signed upload URL in `x-signature` (storage 9). */
export const signedResumableUpload = (operation: string): Endpoint => createEndpoint(`${operation}_signed`, true)

/** The tus library is loaded with the first request, so that it does not slow down the start. */
function createEndpoint(operation: string, isSigned: boolean): Endpoint {
  return {
    operation,
    handle: async (dependencies, call) => {
      const { handleResumable } = await import('./handle-resumable.ts')
      return handleResumable(dependencies, call, isSigned)
    },
  }
}
