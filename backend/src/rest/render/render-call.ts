import { quoteIdentifier } from '../../postgres/statements/identifiers.ts'
import type { CallPlan } from '../plan/plan.ts'
import { qualified, toArrayLiteral } from './expressions.ts'
import type { Parameters } from './parameters.ts'

const ARGUMENTS = 'call_arguments'

/**
 * Renders the call of a function: its rows, or its value in a column with the function's name. It runs exactly once.
 */
export function renderCall(plan: CallPlan, parameters: Parameters): string {
  const { routine, computed } = plan
  const { source, list } = renderArguments(plan, parameters)
  const call = `${qualified(routine.schema, routine.name)}(${list.join(', ')})`
  if (routine.returns === 'rows') {
    const from = source === '' ? '' : `${source}, lateral `
    // Named like the rows of the read around it, so that messages about unknown columns name the function.
    const rows = `r${plan.root.id}`
    const columns = [`${rows}.*`, ...computed.map((name) => `${rows}.${quoteIdentifier(name)}`)]
    return `select ${columns.join(', ')} from ${from}${call} as ${rows}`
  }
  return `select ${call} as ${quoteIdentifier(routine.name)}${source === '' ? '' : ` from ${source}`}`
}

function renderArguments(plan: CallPlan, parameters: Parameters): { source: string; list: string[] } {
  const { routine, arguments: given } = plan
  const named = (name: string, isVariadic: boolean, value: string) =>
    name === '' ? value : `${isVariadic ? 'variadic ' : ''}${quoteIdentifier(name)} := ${value}`
  switch (given.kind) {
    case 'none':
      return { source: '', list: [] }
    case 'body':
      return { source: '', list: [`${parameters.bind(given.body)}::${routine.parameters[0]?.type ?? 'text'}`] }
    case 'json': {
      const used = routine.parameters.filter(({ name }) => given.names.includes(name))
      if (used.length === 0) return { source: '', list: [] }
      const types = used.map(({ name, type }) => `${quoteIdentifier(name)} ${widen(type)}`)
      const object = `${parameters.bind(given.body)}::json${given.isArray ? ' -> 0' : ''}`
      const source = `json_to_record(${object}) as ${ARGUMENTS} (${types.join(', ')})`
      const list = used.map(({ name, variadic }) => named(name, variadic, `${ARGUMENTS}.${quoteIdentifier(name)}`))
      return { source, list }
    }
    case 'values': {
      const list = routine.parameters.flatMap(({ name, type, variadic }) => {
        const value = given.values.get(name)
        if (value === undefined) return []
        return [named(name, variadic, `${parameters.bind(toText(value))}::${widen(type)}`)]
      })
      return { source: '', list }
    }
  }
}

/** Without a length, these types and their arrays would hold single characters or bits. */
function widen(type: string): string {
  return /^(character|bit)(\[\])?$/.test(type) ? type.replace(/^\w+/, '$& varying') : type
}

function toText(value: string | string[]): string {
  if (typeof value === 'string') return value
  return toArrayLiteral(value)
}
