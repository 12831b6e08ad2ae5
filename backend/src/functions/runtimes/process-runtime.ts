import type { Log } from '../../http/log.ts'
import { bootFailed, functionFailed } from '../errors.ts'
import type { FunctionSource } from '../project/project.ts'
import { createBackgroundTasks } from './background-tasks.ts'
import { type LoadedFunction, loadFunction } from './loaded-function.ts'
import { DRAIN_TIMEOUT_MS, type Runtime } from './runtime.ts'

/** The delay before a module that could not be loaded is loaded again. */
const RETRY_MS = 2000

interface Loading {
  version: number
  promise: Promise<LoadedFunction>
  failedAt?: number
}

/** Runs functions in this process: the fastest way, but they share the event loop with the site. */
export function createProcessRuntime(environment: Record<string, string>, log: Log): Runtime {
  const loadings = new Map<string, Loading>()
  const logFailure = (name: string) => (error: unknown) => log.error('function failed', { function: name, error })
  const tasks = createBackgroundTasks((error) => log.error('background task of a function failed', { error }))

  const load = ({ name, file, version }: FunctionSource): Loading => {
    const surroundings = { environment, waitUntil: tasks.add, fail: logFailure(name) }
    const loading: Loading = { version, promise: loadFunction(file, surroundings) }
    loading.promise.catch(() => {
      loading.failedAt = performance.now()
    })
    loadings.set(name, loading)
    return loading
  }
  const find = (source: FunctionSource): Promise<LoadedFunction> => {
    const known = loadings.get(source.name)
    const isUsable = known?.version === source.version && !isDue(known.failedAt)
    return (isUsable ? known : load(source)).promise
  }
  return {
    async call(source, call) {
      const loaded = await find(source).catch((cause: unknown) => {
        throw bootFailed(cause)
      })
      return loaded.call(call).catch((cause: unknown) => {
        throw functionFailed(cause)
      })
    },
    close: () => tasks.drain(DRAIN_TIMEOUT_MS),
  }
}

function isDue(failedAt: number | undefined): boolean {
  return failedAt !== undefined && performance.now() - failedAt > RETRY_MS
}
