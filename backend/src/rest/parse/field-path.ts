import type { Scanner } from './scanner.ts'
import type { FieldPath, JsonStep } from './syntax.ts'

const IDENTIFIER = /[\p{L}\p{Nd}_ $]+/uy
const QUOTED = /"((?:[^"\\]|\\.)*)"/sy
/** A minus sign is part of a name unless it begins an arrow. */
const MINUS = /-(?!>)/y
const ARROW = /->>?/y
/** Digits are an index only where the path may end; `1a` is a key. */
const INDEX = /-?\d+(?=->|::|[.,)]|\s*$)/y
const KEY = /[^-:.,>)]+(?:-(?!>)[^-:.,>)]+)*/y

/** Reads a quoted text. A backslash escapes the next character. */
export function readQuoted(scanner: Scanner): string | undefined {
  return scanner.match(QUOTED)?.[1]?.replaceAll(/\\(.)/gs, '$1')
}

/** Reads the name of a column, table or alias. Returns undefined if none comes next. */
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

/** Reads the arrows after a column: `->a->>0`. */
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
