import { functionAmbiguous } from '../errors.ts'
import { type Catalog, qualifiedName, type Routine } from '../schema/catalog.ts'
import { BODY_TYPES, type CallQuery, isRawBody } from './call-query.ts'
import { routineNotFound } from './routine-not-found.ts'

/** A function, with a flag for the whole body as its only argument. */
export interface ChosenRoutine {
  routine: Routine
  takesBody: boolean
}

/** Returns the overload that fits the arguments. Throws PGRST202 for none and PGRST203 for several (rest 12). */
export function chooseRoutine(catalog: Catalog, query: CallQuery): ChosenRoutine {
  const { schema, name, names, contentType } = query
  const overloads = catalog.routines.get(qualifiedName(schema, name)) ?? []
  const named = isRawBody(contentType) ? [] : overloads.filter((routine) => fits(routine, names))
  const types = BODY_TYPES[contentType ?? ''] ?? []
  const candidates =
    named.length > 0 ? named : overloads.filter((routine) => types.includes(unnamedType(routine) ?? ''))
  const [routine] = candidates
  if (!routine) throw routineNotFound(catalog, query)
  if (candidates.length > 1) throw functionAmbiguous(candidates.toSorted(compareParameters).map(signature))
  return { routine, takesBody: contentType !== undefined && unnamedType(routine) !== undefined }
}

/** Returns the type of the only parameter if it has no name. */
function unnamedType({ parameters: [first, ...others] }: Routine): string | undefined {
  return first?.name === '' && others.length === 0 ? first.type : undefined
}

/** An unnamed parameter counts as one with an empty name. */
function fits({ parameters }: Routine, names: string[]): boolean {
  const given = new Set(names)
  const known = new Set(parameters.map(({ name }) => name))
  return (
    names.every((name) => known.has(name)) && parameters.every(({ name, required }) => !required || given.has(name))
  )
}

function compareParameters({ parameters: a }: Routine, { parameters: b }: Routine): number {
  if (a.length !== b.length) return a.length - b.length
  const toKey = (parameters: Routine['parameters']) => JSON.stringify(parameters.map(({ name, type }) => [name, type]))
  return toKey(a) < toKey(b) ? -1 : 1
}

function signature({ schema, name, parameters }: Routine): string {
  return `${schema}.${name}(${parameters.map((each) => `${each.name} => ${each.type}`).join(', ')})`
}
