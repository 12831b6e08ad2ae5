import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'

const SETPRIV = '/usr/bin/setpriv'

/** The system user that runs a server program. PostgreSQL does not run as root. */
export interface ProcessOwner {
  uid: number
  gid: number
}

/**
 * Starts a PostgreSQL program that ends with this process: on Linux the kernel interrupts it when this process dies,
 * even by SIGKILL. It has its own process group, so that Ctrl-C reaches only this process, which then shuts the server
 * down gracefully.
 */
export function launch(program: string, args: string[], owner: ProcessOwner | undefined, cwd: string): ChildProcess {
  const options: SpawnOptions = {
    cwd,
    detached: true,
    env: { PATH: process.env.PATH, TZ: process.env.TZ, LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', 'ignore', 'pipe'],
  }
  if (process.platform === 'linux' && existsSync(SETPRIV)) {
    return spawn(SETPRIV, ['--pdeathsig', 'INT', ...ownerFlags(owner), '--', program, ...args], options)
  }
  return spawn(program, args, { ...options, ...owner })
}

/**
 * Flags that change the user but keep `dac_override`, so that the binaries stay readable when the clone is in a folder
 * that only root may enter. `no_setuid_fixup` keeps the capability for access(2), which initdb calls before it runs
 * postgres.
 */
function ownerFlags(owner: ProcessOwner | undefined): string[] {
  if (!owner) return []
  const capability = '-all,+dac_override'
  return [
    `--reuid=${owner.uid}`,
    `--regid=${owner.gid}`,
    '--clear-groups',
    '--securebits=+no_setuid_fixup',
    `--inh-caps=${capability}`,
    `--ambient-caps=${capability}`,
  ]
}

/** Returns the system user `postgres`, and creates it if necessary. Needs root. */
export function postgresUser(): ProcessOwner {
  const find = () => {
    const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }))
    return { uid: id('-u'), gid: id('-g') }
  }
  try {
    return find()
  } catch {
    const flags = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin']
    execFileSync('useradd', [...flags, 'postgres'])
    return find()
  }
}
