import { createRequestHandler, RouterContextProvider } from 'react-router'
import { type ServerSettings, serverSettingsContext } from '#app/platform/app-settings.ts'
import { answerWithin } from './body-limit.ts'
import { acceptOwnOrigin } from './own-origin.ts'
import { findResource } from './resources/resources.ts'

/** The web app as one function. Entry of the server build; loaded anew on each request while developing. */
export function createHandler(settings: ServerSettings): (request: Request) => Promise<Response> {
  // Given the build itself and not a function, the router prepares its routes once and not for each request.
  const loading = import('virtual:react-router/server-build').then((build) =>
    createRequestHandler(acceptOwnOrigin(build, settings.siteUrl), import.meta.env.MODE),
  )
  return async (request) => {
    const answerResource = findResource(request, settings)
    if (answerResource) return answerResource()
    const context = new RouterContextProvider()
    context.set(serverSettingsContext, settings)
    const handle = await loading
    return answerWithin(request, (bounded) => handle(bounded, context))
  }
}
