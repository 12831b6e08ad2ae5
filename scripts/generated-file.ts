import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'

/** Writes a generated file or, with `--check` on the command line, fails when the present one differs. */
export function writeGenerated(path: string, text: string, command: string): void {
  const name = relative(process.cwd(), path)
  const present = existsSync(path) ? readFileSync(path, 'utf8') : ''
  if (!process.argv.includes('--check')) {
    writeFileSync(path, text)
    process.stdout.write(`${name} ${present === text ? 'is as it was' : 'written'}.\n`)
    return
  }
  if (present === text) {
    process.stdout.write(`${name} is fresh.\n`)
    return
  }
  process.stderr.write(`${name} is stale: run ${command} and commit the result.\n`)
  process.exitCode = 1
}
