import { availableParallelism } from 'node:os'
import { readMachineMemory } from '../memory/machine-memory.ts'

/** More processes than this rarely help: PostgreSQL and the network need cores too. */
const MAX_DEFAULT = 4
const MAX_COUNT = 64
/**
 * The memory per process. Each process takes 100 to 150 MB, more under load, and PostgreSQL 5 MB for each connection.
 */
const MEMORY_OF_A_PROCESS = 1.5e9

interface Machine {
  cores: number
  /** Bytes that the processes may use. */
  memory: number
}

/**
 * Reads WEB_PROCESSES, the number of processes that serve the site: by default one per core, at most four, and at most
 * one per 1.5 GB of memory. Throws an error that names an invalid setting.
 */
export function readProcessCount(
  environment: Record<string, string | undefined>,
  { cores, memory }: Machine = { cores: availableParallelism(), memory: readMachineMemory() },
): number {
  const text = environment.WEB_PROCESSES
  if (!text) return Math.max(1, Math.min(cores, MAX_DEFAULT, Math.floor(memory / MEMORY_OF_A_PROCESS)))
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0
  if (count < 1 || count > MAX_COUNT) {
    throw new Error(`Invalid settings:\n  WEB_PROCESSES: must be a whole number from 1 to ${MAX_COUNT}`)
  }
  return count
}
