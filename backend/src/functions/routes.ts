import type { Connection } from '../http/buffered-response.ts'
import { type InvokeDependencies, invokeFunction } from './invoke/invoke-function.ts'
import { type PlatformResponse, renderError } from './invoke/platform-response.ts'

/** Handles every URL under `/functions/v1`: `/<name>` and `/<name>/sub/path`, in all methods (functions 1). */
export async function handleRoute(
  request: Request,
  dependencies: InvokeDependencies,
  connection?: Connection,
): Promise<PlatformResponse> {
  try {
    return await invokeFunction(request, dependencies, connection)
  } catch (error) {
    return renderError(error, request, dependencies.log)
  }
}
