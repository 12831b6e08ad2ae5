import { IncomingMessage } from 'node:http'
import { type Connection, deliver } from '../http/buffered-response.ts'
import { drainRequest } from '../http/connections/drain-request.ts'
import type { Log } from '../http/log.ts'
import type { ApiKeys, PersonalTokens } from '../http/tokens/caller.ts'
import { NO_PERSONAL_TOKENS } from '../http/tokens/personal-tokens.ts'
import type { Tokens } from '../http/tokens/tokens.ts'
import { createJwtVerifier } from './invoke/verify-jwt.ts'
import { createPlatformEnvironment } from './project/platform-environment.ts'
import { openProject } from './project/project.ts'
import { handleRoute } from './routes.ts'
import { createProcessRuntime } from './runtimes/process-runtime.ts'
import { createWorkerRuntime } from './runtimes/worker-runtime.ts'
import type { FunctionsSettings } from './settings.ts'

export interface FunctionsServiceOptions {
  tokens: Tokens
  /** None by default. */
  personalTokens?: PersonalTokens
  keys: ApiKeys
  settings: FunctionsSettings
  /** The folder `supabase` with `functions` and `config.toml`. */
  projectFolder: string
  /** Secrets besides those of `functions/.env`. */
  secrets?: Record<string, string>
  /** The public base URL of the services. */
  apiUrl: string
  databaseUrl: string
  log: Log
}

export interface FunctionsService {
  /** Handles requests under `/functions/v1`. Never throws. */
  fetch(request: Request, connection?: Connection): Promise<Response>
  /** Waits for the background work of functions, then ends them. */
  close(): Promise<void>
}

/** Creates the functions service: handlers in `supabase/functions`, by the protocol of Supabase Edge Functions. */
export function createFunctionsService(options: FunctionsServiceOptions): FunctionsService {
  const { tokens, personalTokens = NO_PERSONAL_TOKENS, settings, projectFolder, secrets = {}, log } = options
  const platform = createPlatformEnvironment(options)
  const project = openProject({
    folder: projectFolder,
    platform: { ...secrets, ...platform },
    reloads: settings.reloads,
  })
  const runtime =
    settings.isolation === 'worker'
      ? createWorkerRuntime(project.environment, settings, log)
      : createProcessRuntime(project.environment, log)
  const dependencies = { project, runtime, verifyJwt: createJwtVerifier(tokens, personalTokens), settings, log }
  return {
    async fetch(request, connection) {
      const result = await handleRoute(request, dependencies, connection)
      const incoming = connection?.incoming instanceof IncomingMessage ? connection.incoming : undefined
      const { body } = result
      if (!(body instanceof ReadableStream) && incoming?.complete)
        return deliver({ ...result, body }, request, connection)
      const response = new Response(body, result)
      if (!request.bodyUsed) await drainRequest(incoming, response)
      // A body in use was drained by the call, or is read while the response is streamed.
      else if (incoming?.complete === false && !(body instanceof ReadableStream)) {
        response.headers.set('connection', 'close')
      }
      return response
    },
    close: () => runtime.close(),
  }
}
