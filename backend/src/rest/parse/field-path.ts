import type { Scanner } from './scanner.ts'
import type { FieldPath, JsonStep } from './syntax.ts'

const IDENTIFIER = /[\p{L}\p{Nd}_ $]+/uy
const QUOTED = /"((?:[^"\\]|\\.)*)"/sy
/** A minus sign belongs to a name unless an arrow begins with it. */
const MINUS = /-(?!>)/y
const ARROW = /->>?/y
/** Digits are an index only where the path may end; `1a` is a key. */
const INDEX = /-?\d+(?=->|::|[.,)]|\s*$)/y
const KEY = /[^-:.,>)]+(?:-(?!>)[^-:.,>)]+)*/y

/** A quoted text in which a backslash makes the next character literal. */
export function readQuoted(scanner: Scanner): string | undefined {
  return scanner.match(QUOTED)?.[1]?.replaceAll(/\\(.)/gs, '$1')
}

/** A name of a column, table or alias, or undefined when none comes next. */
export function findName(scanner: Scanner): string | undefined {
  return scanner.attempt(() => {
    scanner.skipSpace()
    const quoted = readQuoted(scanner)
    if (quoted !== undefined) {
      scanner.skipSpace()
      return quoted
    }
    let name = scanner.match(IDENTIFIER)?.[0]
    if (name === undefined) return undefined
    for (;;) {
      const more = scanner.attempt(() => (scanner.match(MINUS) ? scanner.match(IDENTIFIER)?.[0] : undefined))
      if (more === undefined) break
      name += `-${more}`
    }
    const trimmed = name.trim()
    return trimmed === '' ? undefined : trimmed
  })
}

export function readName(scanner: Scanner): string {
  return findName(scanner) ?? scanner.fail('field name (* or [a..z0..9_$])')
}

/** The arrows behind a column: `->a->>0`. */
export function readJsonPath(scanner: Scanner): JsonStep[] {
  const steps: JsonStep[] = []
  for (;;) {
    const arrow = scanner.match(ARROW)?.[0]
    if (arrow !== '->' && arrow !== '->>') return steps
    steps.push({ arrow, ...readJsonOperand(scanner) })
  }
}

function readJsonOperand(scanner: Scanner): { key: string } | { index: string } {
  const index = scanner.match(INDEX)?.[0]
  if (index !== undefined) return { index }
  const key = readQuoted(scanner) ?? scanner.match(KEY)?.[0]
  return key === undefined ? scanner.fail('any non reserved character different from: .,>') : { key }
}

export function readFieldPath(scanner: Scanner): FieldPath {
  const name = readName(scanner)
  return { name, path: readJsonPath(scanner) }
}
