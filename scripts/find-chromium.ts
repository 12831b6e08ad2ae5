// Usage: node scripts/find-chromium.ts
//
// Prints the path of a Chromium for the browser tests and installs one where there is none.
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const INSTALL_TIMEOUT_MS = 5 * 60_000

/** Where a Chromium came from, and what had to be done for it. */
export interface FoundChromium {
  path: string
  story: string
}

/**
 * A Chromium that starts: the one that CHROMIUM names, one on PATH, or Playwright's own. Null where there is none. Throws when
 * CHROMIUM names something that does not start.
 */
export function findChromium(): FoundChromium | null {
  const named = process.env.CHROMIUM
  if (named) {
    if (!starts(named))
      throw new Error(`CHROMIUM=${named} does not start. Set it to the path of a Chromium or unset it.`)
    return { path: named, story: 'named by CHROMIUM' }
  }
  const present = NAMES.map(findOnPath).find((path) => path !== undefined && starts(path))
  if (present) return { path: present, story: 'found on this machine' }
  return starts(chromium.executablePath())
    ? { path: chromium.executablePath(), story: "Playwright's own, found" }
    : null
}

/**
 * A Chromium that starts, installed if need be: Playwright's own, or Debian's package where that cannot be fetched or lacks
 * libraries of the system. Throws a sentence with both failures.
 */
export function requireChromium(): FoundChromium {
  const found = findChromium()
  if (found) return found
  const failures: string[] = []
  for (const { story, install } of [
    { story: "Playwright's own, installed now", install: installPlaywrights },
    { story: "Debian's package, installed now by apt-get", install: installDebians },
  ]) {
    const failure = install()
    const installed = findChromium()
    if (installed) return { path: installed.path, story }
    failures.push(failure || `${story}, but it does not start`)
  }
  throw new Error(`No Chromium is here and none could be installed. Set CHROMIUM to one.\n${failures.join('\n')}`)
}

function installPlaywrights(): string {
  return run('playwright', ['install', 'chromium'], { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' })
}

function installDebians(): string {
  const [command = '', ...words] = process.getuid?.() === 0 ? ['apt-get'] : ['sudo', '--non-interactive', 'apt-get']
  const environment = { DEBIAN_FRONTEND: 'noninteractive' }
  const options = ['--yes', '--no-install-recommends', 'install', 'chromium', 'fonts-dejavu-core']
  return run(command, [...words, 'update'], environment) || run(command, [...words, ...options], environment)
}

/** Runs a program and gives its last lines when it fails, else nothing. */
function run(program: string, args: string[], environment: Record<string, string>): string {
  const child = spawnSync(program, args, {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
    timeout: INSTALL_TIMEOUT_MS,
  })
  if (child.status === 0) return ''
  const output = `${child.stdout ?? ''}${child.stderr ?? ''}${child.error?.message ?? ''}`.trim()
  return `${program} ${args.join(' ')} failed: ${output.split('\n').slice(-3).join(' ')}`
}

/** Whether the program runs at all: one whose libraries are missing does not. */
function starts(path: string): boolean {
  return spawnSync(path, ['--version'], { timeout: 30_000 }).status === 0
}

function findOnPath(name: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

if (import.meta.main) {
  try {
    const { path, story } = requireChromium()
    console.log(`${path} (${story})`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
