import { totalmem } from 'node:os'

/**
 * Returns how many bytes the processes may use. A container may have less memory than its machine. Without a limit, the
 * system reports 0 or a very large number.
 */
export function readMachineMemory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || totalmem())
}
