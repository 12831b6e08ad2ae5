import type { Log } from '../../http/log.ts'
import type { FunctionSource } from '../project/project.ts'
import { type FunctionWorker, startFunctionWorker, type WorkerLimits } from './function-worker.ts'
import { DRAIN_TIMEOUT_MS, type Runtime } from './runtime.ts'

/** Runs each function in its own thread. A crash, a stuck loop or too much memory ends only that thread. */
export function createWorkerRuntime(environment: Record<string, string>, limits: WorkerLimits, log: Log): Runtime {
  const workers = new Map<string, { version: number; worker: FunctionWorker }>()
  const start = ({ name, file, version }: FunctionSource): FunctionWorker => {
    const tell = (error: unknown) => log.error('function failed', { function: name, error })
    const worker = startFunctionWorker({ file, environment }, limits, tell)
    workers.set(name, { version, worker })
    return worker
  }
  const find = (source: FunctionSource): FunctionWorker => {
    const known = workers.get(source.name)
    if (known?.version === source.version && known.worker.isUsable()) return known.worker
    void known?.worker.retire(DRAIN_TIMEOUT_MS)
    return start(source)
  }
  return {
    call: (source, call) => find(source).call(call),
    close: async () => {
      await Promise.all([...workers.values()].map(({ worker }) => worker.close(DRAIN_TIMEOUT_MS)))
    },
  }
}
