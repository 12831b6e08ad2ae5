import type { FunctionSource } from '../project/project.ts'
import type { FunctionCall, FunctionResponse } from './function-call.ts'

/** The time that promises of `EdgeRuntime.waitUntil` get at shutdown. */
export const DRAIN_TIMEOUT_MS = 10_000

/** Runs the code of functions. */
export interface Runtime {
  /** Handles a request. Throws BOOT_ERROR and EDGE_FUNCTION_ERROR (functions 2). */
  call(source: FunctionSource, call: FunctionCall): Promise<FunctionResponse>
  /** Ends all functions after their background work, at most {@link DRAIN_TIMEOUT_MS} later. */
  close(): Promise<void>
}
