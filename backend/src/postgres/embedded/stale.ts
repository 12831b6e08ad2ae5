import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Removes what a server that died left behind: its pid file and its socket locks. Stops a server that outlived its parent.
 * Throws when a live instance still uses the folder. A pid file alone proves nothing: the pid may belong to a zombie or to
 * another program by now, so the process itself is looked at.
 */
export async function clearStale(dataFolder: string, socketFolder: string, log: (line: string) => void): Promise<void> {
  const pidFile = join(dataFolder, 'postmaster.pid')
  if (existsSync(pidFile)) {
    const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
    if (servesFolder(pid, dataFolder)) await stopOrphan(pid, dataFolder, log)
    rmSync(pidFile, { force: true })
  }
  for (const name of readdirSync(socketFolder)) {
    if (name.startsWith('.s.PGSQL.')) rmSync(join(socketFolder, name), { force: true })
  }
}

async function stopOrphan(pid: number, dataFolder: string, log: (line: string) => void): Promise<void> {
  const parent = readStatus(pid)?.parent ?? 0
  if (parent > 1 && /node|MainThread|setpriv/.test(readStatus(parent)?.command ?? '')) {
    throw new Error(
      `${dataFolder} is in use by another running instance (process ${parent}). Stop it first, or set DATA_DIR to another folder.`,
    )
  }
  log(`stopping a left-over PostgreSQL server (process ${pid})`)
  process.kill(pid, 'SIGINT')
  for (let tenths = 0; tenths < 100 && servesFolder(pid, dataFolder); tenths++) {
    if (tenths === 60) process.kill(pid, 'SIGQUIT')
    await sleep(100)
  }
}

/** Name, state and parent of a process from /proc; undefined where there is none. */
function readStatus(pid: number): { command: string; state: string; parent: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command stands in parentheses and may itself hold spaces and parentheses.
    const end = text.lastIndexOf(')')
    const [state = '', parent = '0'] = text.slice(end + 2).split(' ')
    return { command: text.slice(text.indexOf('(') + 1, end), state, parent: Number(parent) }
  } catch {
    return undefined
  }
}

/** Whether the process is a live PostgreSQL server of this folder. */
function servesFolder(pid: number, dataFolder: string): boolean {
  try {
    if (process.platform !== 'linux') return process.kill(pid, 0)
    const status = readStatus(pid)
    if (!status || status.state === 'Z' || status.command !== 'postgres') return false
    return readlinkSync(`/proc/${pid}/cwd`) === dataFolder
  } catch {
    return false
  }
}
