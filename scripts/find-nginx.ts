// Usage: node scripts/find-nginx.ts
//
// Prints the path of an nginx for the tests behind a proxy and installs Debian's where there is none.
import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'

const INSTALL_TIMEOUT_MS = 5 * 60_000

/** Returns an nginx that starts, and installs one if needed. Undefined if none can be installed. */
export function installNginx(): string | undefined {
  return findNginx() ?? installDebians()
}

/** Finds an installed nginx that starts. */
export function findNginx(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  return folders.map((folder) => join(folder, 'nginx')).find((path) => spawnSync(path, ['-v']).status === 0)
}

function installDebians(): string | undefined {
  const [command = '', ...words] = process.getuid?.() === 0 ? ['apt-get'] : ['sudo', '--non-interactive', 'apt-get']
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const install = ['--yes', '--no-install-recommends', 'install', 'nginx-light', 'openssl']
  for (const args of [['update'], install]) {
    const { status } = spawnSync(command, [...words, ...args], { env, timeout: INSTALL_TIMEOUT_MS, stdio: 'ignore' })
    if (status !== 0) return undefined
  }
  return findNginx()
}

if (import.meta.main) {
  const path = installNginx()
  console.log(path ?? 'No nginx was found and apt-get could not install one.')
  process.exitCode = path ? 0 : 1
}
