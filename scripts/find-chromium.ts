// Usage: node scripts/find-chromium.ts
//
// Prints the path of the Chromium of the browser tests and installs one where there is none.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, globSync } from 'node:fs'
import { basename, delimiter, join, resolve } from 'node:path'
import { chromium } from '@playwright/test'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** Headless builds of Chromium. They take about a third less CPU time than a full one for pages without a map. */
const SHELL_NAMES = ['chromium-headless-shell', 'chrome-headless-shell']
const INSTALL_TIMEOUT_MS = 5 * 60_000

/** A Chromium and how it was found. */
export interface FoundChromium {
  path: string
  origin: string
}

/**
 * Finds a Chromium that starts: the one that CHROMIUM names, one on PATH, or Playwright's own. Null if there is none.
 * Throws if CHROMIUM names a program that does not start.
 */
export function findChromium(): FoundChromium | null {
  const named = process.env.CHROMIUM
  if (named) {
    if (!starts(named))
      throw new Error(`CHROMIUM=${named} does not start. Set it to the path of a Chromium or unset it.`)
    return { path: named, origin: 'named by CHROMIUM' }
  }
  const present = NAMES.map(findOnPath).find((path) => path !== undefined && starts(path))
  if (present) return { path: present, origin: 'found on this machine' }
  return starts(chromium.executablePath())
    ? { path: chromium.executablePath(), origin: "Playwright's own, found" }
    : null
}

/**
 * Finds the Chromium for the tests: the one that CHROMIUM names, a headless shell on PATH or of Playwright, or any
 * other. Benchmarks and screenshots use a full Chromium, as people do.
 */
export function findTestChromium(): FoundChromium | null {
  return (process.env.CHROMIUM ? undefined : findShell()) ?? findChromium()
}

function findShell(): FoundChromium | undefined {
  const shell = SHELL_NAMES.map(findOnPath).find((path) => path !== undefined && starts(path))
  if (shell) return { path: shell, origin: 'headless shell found on this machine' }
  const playwrights = findPlaywrightsShell()
  return playwrights ? { path: playwrights, origin: "Playwright's own headless shell, found" } : undefined
}

/** Returns the Chromium of the tests, and installs one if there is none. */
export function requireTestChromium(): FoundChromium {
  const found = findTestChromium()
  if (found) return found
  const installed = requireChromium()
  return findTestChromium() ?? installed
}

/**
 * Like `requireTestChromium`, but in CI it also installs a headless shell if there is only a full Chromium. That takes
 * 15 s and saves more than that. A developer's machine is left alone.
 */
export function prepareTestChromium(): FoundChromium {
  const hasShell = process.env.CHROMIUM || findShell()
  if (process.env.CI && !hasShell && installDebians('chromium-headless-shell') !== '')
    installPlaywrights('--only-shell')
  return requireTestChromium()
}

/**
 * Returns a Chromium that starts, and installs one if needed: Playwright's own, or Debian's package if that cannot be
 * downloaded or lacks system libraries. Throws an error that contains both failures.
 */
export function requireChromium(): FoundChromium {
  const found = findChromium()
  if (found) return found
  const failures: string[] = []
  for (const { origin, install } of [
    { origin: "Playwright's own, installed now", install: () => installPlaywrights() },
    { origin: "Debian's package, installed now by apt-get", install: () => installDebians('chromium') },
  ]) {
    const failure = install()
    const installed = findChromium()
    if (installed) return { path: installed.path, origin }
    failures.push(failure || `${origin}, but it does not start`)
  }
  throw new Error(
    `No Chromium was found and none could be installed. Set CHROMIUM to the path of one.\n${failures.join('\n')}`,
  )
}

/** Playwright installs its shell beside its Chromium, in a folder with the same number. */
function findPlaywrightsShell(): string | undefined {
  const folder = resolve(chromium.executablePath(), '../..')
  const [, build] = /^chromium-(\d+)$/.exec(basename(folder)) ?? []
  const pattern = `chromium_headless_shell-${build}/*/{chrome-headless-shell,headless_shell}`
  return globSync(pattern, { cwd: resolve(folder, '..') })
    .map((path) => resolve(folder, '..', path))
    .find(starts)
}

function installPlaywrights(...options: string[]): string {
  return run('playwright', ['install', ...options, 'chromium'], { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' })
}

function installDebians(name: string): string {
  const [command = '', ...words] = process.getuid?.() === 0 ? ['apt-get'] : ['sudo', '--non-interactive', 'apt-get']
  const environment = { DEBIAN_FRONTEND: 'noninteractive' }
  const options = ['--yes', '--no-install-recommends', 'install', name, 'fonts-dejavu-core']
  return run(command, [...words, 'update'], environment) || run(command, [...words, ...options], environment)
}

/** Runs a program. Returns its last lines of output if it fails, otherwise an empty string. */
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

/** Returns true if the program starts. It does not when libraries are missing. */
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
    const { path, origin } = requireTestChromium()
    console.log(`${path} (${origin})`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
