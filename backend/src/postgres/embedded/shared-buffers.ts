import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readMachineMemory } from '../../memory/machine-memory.ts'

const MEGABYTE = 1024 ** 2
/** Enough for a site with all cities and a few thousand spots. */
const SMALLEST = 128 * MEGABYTE
const LARGEST = 1024 * MEGABYTE
/** The fraction of the data, and of the machine's memory, used for shared_buffers. */
const SHARE = 1 / 8

/**
 * Returns the size of shared_buffers, such as `128MB`: an eighth of the data in the cluster's folder and at most an
 * eighth of the memory in bytes, from 128 MB to 1 GB. Copying a page from the operating system's cache costs as much
 * CPU time as processing it.
 */
export function chooseSharedBuffers(folder: string, memory = readMachineMemory()): string {
  const wanted = SHARE * Math.min(measureFolder(join(folder, 'base')), memory)
  return `${Math.round(Math.min(LARGEST, Math.max(SMALLEST, wanted)) / MEGABYTE)}MB`
}

/** Adds up the bytes of the files in a folder and its folders. */
function measureFolder(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, { parentPath, name }) => sum + (statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    )
}
