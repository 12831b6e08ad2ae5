import { readdirSync, readFileSync } from 'node:fs'

const KIB = 1024

/**
 * Returns the memory of a process and its descendants in MB. Shared pages are counted once (PSS), because PostgreSQL's
 * processes share their buffers. Linux only.
 */
export function measureMemoryMegabytes(rootPid: number): number {
  return (
    listFamily(rootPid)
      .map(readPssBytes)
      .reduce((sum, bytes) => sum + bytes, 0) / 1e6
  )
}

/** Returns the CPU time so far of a process and its descendants that are running, in milliseconds. Linux only. */
export function measureFamilyProcessorMs(rootPid: number): number {
  return listFamily(rootPid)
    .map(measureProcessorMs)
    .reduce((sum, ms) => sum + ms, 0)
}

function listFamily(rootPid: number): number[] {
  const parents = readParents()
  const family = [rootPid]
  for (const pid of family) family.push(...parents.filter((entry) => entry.parent === pid).map((entry) => entry.pid))
  return family
}

function readParents(): { pid: number; parent: number }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = readOrEmpty(`/proc/${name}/stat`)
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      return stat ? [{ pid: Number(name), parent }] : []
    })
}

function readPssBytes(pid: number): number {
  const [, kibibytes = '0'] = /^Pss:\s+(\d+) kB/m.exec(readOrEmpty(`/proc/${pid}/smaps_rollup`)) ?? []
  return Number(kibibytes) * KIB
}

/** Returns the contents of a file of a process, or an empty string if the process has exited in the meantime. */
function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Returns the CPU time of a process so far, all threads together, in milliseconds. Linux only. */
export function measureProcessorMs(pid: number): number {
  const nanoseconds = listThreads(pid).map((thread) =>
    Number(readOrEmpty(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0] ?? 0),
  )
  return nanoseconds.reduce((sum, value) => sum + value, 0) / 1e6
}

function listThreads(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}
