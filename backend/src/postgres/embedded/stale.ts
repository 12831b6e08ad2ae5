import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Time limits for the orderly and then the immediate shutdown of an orphan. */
const FAST_STOP_TIMEOUT_MS = 6_000
const QUICK_STOP_TIMEOUT_MS = 4_000

/**
 * Removes what a dead server left behind: its pid file and its socket locks. Stops a server that outlived its parent.
 * The caller holds the folder's lock, so no other instance owns a live one. A pid file alone proves nothing: the pid
 * may belong to a zombie or to another program by now, and PostgreSQL would mistake either for a running server.
 */
export async function clearStale(
  dataFolder: string,
  socketFolder: string,
  notice: (line: string) => void,
): Promise<void> {
  const pidFile = join(dataFolder, 'postmaster.pid')
  if (existsSync(pidFile)) {
    const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
    if (servesFolder(pid, dataFolder)) await stopOrphan(pid, dataFolder, notice)
    await endStragglers(dataFolder)
    rmSync(pidFile, { force: true })
  }
  for (const name of readdirSync(socketFolder)) {
    if (name.startsWith('.s.PGSQL.')) rmSync(join(socketFolder, name), { force: true })
  }
}

/**
 * Ends sessions that outlived a killed server. A busy session notices late that its server has exited, and a second
 * server on the same data would corrupt it. Without the pid file PostgreSQL cannot detect this.
 */
async function endStragglers(dataFolder: string): Promise<void> {
  const end = Date.now() + QUICK_STOP_TIMEOUT_MS
  for (let pids = listServers(dataFolder); pids.length > 0; pids = listServers(dataFolder)) {
    if (Date.now() > end) throw stillInUse(pids[0] ?? 0, dataFolder)
    for (const pid of pids) signalServer(pid, 'SIGQUIT')
    await sleep(50)
  }
}

function listServers(dataFolder: string): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => servesFolder(pid, dataFolder))
}

async function stopOrphan(pid: number, dataFolder: string, notice: (line: string) => void): Promise<void> {
  notice(`Stopping a PostgreSQL server that an earlier run left behind (process ${pid}).`)
  const signals = [
    { signal: 'SIGINT', timeoutMs: FAST_STOP_TIMEOUT_MS },
    { signal: 'SIGQUIT', timeoutMs: QUICK_STOP_TIMEOUT_MS },
  ] as const
  for (const { signal, timeoutMs } of signals) {
    signalServer(pid, signal)
    const end = Date.now() + timeoutMs
    while (servesFolder(pid, dataFolder) && Date.now() < end) await sleep(50)
    if (!servesFolder(pid, dataFolder)) return
  }
  throw stillInUse(pid, dataFolder)
}

function signalServer(pid: number, signal: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // The server may end by itself at any time: the kernel interrupts it when its parent dies.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

function stillInUse(pid: number, dataFolder: string): Error {
  return new Error(
    `A PostgreSQL server (process ${pid}) still uses ${dataFolder} and does not stop. End it and start again.`,
  )
}

/** Returns true for a live PostgreSQL server of this folder. Where there is no /proc, any live process counts. */
function servesFolder(pid: number, dataFolder: string): boolean {
  if (!(pid > 1)) return false
  try {
    if (process.platform !== 'linux') return process.kill(pid, 0)
    const { command, state } = readStatus(pid)
    if (state === 'Z' || command !== 'postgres') return false
    return readArguments(pid).includes(dataFolder) || readlinkSync(`/proc/${pid}/cwd`) === dataFolder
  } catch {
    return false // no such process
  }
}

/** Returns name and state of a process. The name is in parentheses and may itself contain spaces and parentheses. */
function readStatus(pid: number): { command: string; state: string } {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const end = text.lastIndexOf(')')
  return { command: text.slice(text.indexOf('(') + 1, end), state: text.charAt(end + 2) }
}

/**
 * Returns the command line of a process. All users may read it, while `cwd` needs a capability that containers often
 * lack.
 */
function readArguments(pid: number): string[] {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
}
