import { findName, readFieldPath } from './field-path.ts'
import { Scanner } from './scanner.ts'
import type { OrderTerm } from './syntax.ts'

/** Parses `name.desc.nullslast,author(name)`. */
export function parseOrder(text: string): OrderTerm[] {
  if (text === '') return []
  const scanner = new Scanner(text, 'order')
  const terms: OrderTerm[] = []
  do {
    terms.push(readTerm(scanner))
    scanner.skipSpace()
  } while (scanner.take(','))
  scanner.expectEnd()
  return terms
}

function readTerm(scanner: Scanner): OrderTerm {
  const embed = scanner.attempt(() => {
    const name = findName(scanner)
    return name !== undefined && scanner.take('(') ? name : undefined
  })
  const field = readFieldPath(scanner)
  if (embed !== undefined) scanner.expect(')')
  const direction = scanner.match(/\.(asc|desc)/y)?.[1]
  const nulls = scanner.match(/\.nulls(first|last)/y)?.[1]
  return { embed, field, direction: direction as OrderTerm['direction'], nulls: nulls as OrderTerm['nulls'] }
}
