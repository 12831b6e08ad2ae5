import { functionAmbiguous } from '../errors.ts'
import { type Catalog, qualifiedName, type Routine } from '../schema/catalog.ts'
import { BODY_TYPES, type CallQuery, isRawBody } from './call-query.ts'
import { routineNotFound } from './routine-not-found.ts'

/** A function, and whether the whole body is its one argument. */
export interface ChosenRoutine {
  routine: Routine
  takesBody: boolean
}

/** The overload that fits the arguments. Throws PGRST202 for none and PGRST203 for several. */
export function chooseRoutine(catalog: Catalog, query: CallQuery): ChosenRoutine {
  const overloads = catalog.routines.get(qualifiedName(query.schema, query.name)) ?? []
  const isRaw = isRawBody(query.contentType)
  const hits = isRaw ? [] : overloads.filter((routine) => fits(routine, query.names))
  const [hit] = hits
  if (hits.length > 1) throw functionAmbiguous(hits.map(signature))
  if (hit) return { routine: hit, takesBody: false }
  const types = BODY_TYPES[query.contentType ?? ''] ?? []
  const whole = overloads.filter(({ parameters: [first, ...more] }) => {
    return first?.name === '' && more.length === 0 && types.includes(first.type)
  })
  const [taker] = whole
  if (whole.length > 1) throw functionAmbiguous(whole.map(signature))
  if (taker) return { routine: taker, takesBody: true }
  throw routineNotFound(catalog, query)
}

function fits({ parameters }: Routine, names: string[]): boolean {
  if (parameters.some(({ name }) => name === '')) return false
  const given = new Set(names)
  const known = new Set(parameters.map(({ name }) => name))
  return (
    names.every((name) => known.has(name)) && parameters.every(({ name, required }) => !required || given.has(name))
  )
}

function signature({ schema, name, parameters }: Routine): string {
  return `${schema}.${name}(${parameters.map((each) => (each.name === '' ? `=> ${each.type}` : `${each.name} => ${each.type}`)).join(', ')})`
}
