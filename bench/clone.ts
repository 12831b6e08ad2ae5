/** Measures the time from a clone to the first page. Usage: node bench/clone.ts */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Row, roundFigure } from './row.ts'

const ROOT = resolve(import.meta.dirname, '..')
const PORT = '4391'

/** Clones the last commit, installs, builds, starts, and waits for the first page. */
export async function benchClone(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'hereabouts-clone-'))
  try {
    const began = performance.now()
    run('git', ['clone', '--quiet', ROOT, folder], ROOT)
    run('npm', ['ci', '--silent'], folder)
    const installed = performance.now()
    const environment = { ...process.env, PORT, DATA_DIR: join(folder, '.data') }
    const site = spawn('npm', ['start'], { cwd: folder, env: environment, stdio: 'ignore', detached: true })
    await untilAnswers(`http://localhost:${PORT}/`)
    const answered = performance.now()
    if (site.pid) process.kill(-site.pid, 'SIGTERM')
    await new Promise((settle) => site.once('exit', settle))
    return [
      { name: 'clone and npm ci', value: roundFigure((installed - began) / 1000), unit: 's' },
      {
        name: 'npm start to the first page (build, database, cities)',
        value: roundFigure((answered - installed) / 1000),
        unit: 's',
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 })
  }
}

function run(command: string, values: string[], cwd: string): void {
  const { status } = spawnSync(command, values, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`${command} ${values[0]} failed with status ${status}.`)
}

async function untilAnswers(url: string): Promise<void> {
  for (;;) {
    const isThere = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (isThere) return
    await sleep(100)
  }
}

if (import.meta.main) console.table(await benchClone())
