import { quoteIdentifier } from '../../postgres/identifiers.ts'
import type { CallPlan } from '../plan/plan.ts'
import { qualified } from './expressions.ts'
import type { Parameters } from './parameters.ts'
import { renderRange } from './render-node.ts'

const ARGUMENTS = 'call_arguments'

/** The call of a function: its rows, or its value in a column `value`. It runs exactly once. */
export function renderCall(plan: CallPlan, parameters: Parameters): string {
  const { routine } = plan
  const { source, list } = renderArguments(plan, parameters)
  const call = `${qualified(routine.schema, routine.name)}(${list.join(', ')})`
  if (routine.returns === 'rows') {
    const from = source === '' ? '' : `${source}, lateral `
    return `select called.* from ${from}${call} as called`
  }
  const value = `select ${call} as value${source === '' ? '' : ` from ${source}`}`
  return routine.returnsSet ? `select * from (${value}) called ${renderRange(plan.root, parameters)}` : value
}

function renderArguments(plan: CallPlan, parameters: Parameters): { source: string; list: string[] } {
  const { routine, arguments: given } = plan
  const named = (name: string, isVariadic: boolean, value: string) =>
    `${isVariadic ? 'variadic ' : ''}${quoteIdentifier(name)} := ${value}`
  switch (given.kind) {
    case 'none':
      return { source: '', list: [] }
    case 'body':
      return { source: '', list: [`${parameters.bind(given.body)}::${routine.parameters[0]?.type ?? 'text'}`] }
    case 'json': {
      const used = routine.parameters.filter(({ name }) => given.names.includes(name))
      if (used.length === 0) return { source: '', list: [] }
      const types = used.map(({ name, type }) => `${quoteIdentifier(name)} ${widen(type)}`)
      const source = `json_to_record(${parameters.bind(given.body)}::json) as ${ARGUMENTS} (${types.join(', ')})`
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

/** `character` alone would be one letter, `bit` one bit. */
function widen(type: string): string {
  if (type === 'character') return 'character varying'
  return type === 'bit' ? 'bit varying' : type
}

function toText(value: string | string[]): string {
  if (typeof value === 'string') return value
  return `{${value.map((element) => `"${element.replaceAll(/[\\"]/g, '\\$&')}"`).join(',')}}`
}
