import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'

/** Writes a generated file. With `--check` on the command line, fails if the current one differs. */
export function writeGenerated(path: string, text: string, command: string): void {
  const name = relative(process.cwd(), path)
  const present = existsSync(path) ? readFileSync(path, 'utf8') : ''
  if (!process.argv.includes('--check')) {
    writeFileSync(path, text)
    process.stdout.write(`${name} ${present === text ? 'is unchanged' : 'written'}.\n`)
    return
  }
  if (present === text) {
    process.stdout.write(`${name} is up to date.\n`)
    return
  }
  process.stderr.write(`${name} is out of date: run ${command} and commit the result.\n`)
  process.exitCode = 1
}
