import { quoteIdentifier } from './identifiers.ts'
import type { WireValue } from './statement.ts'
import { serializeValue, type Value } from './values.ts'

/** A part of a statement, to be placed into a template. */
export type Fragment = TemplateFragment | TextFragment | ColumnsFragment

/** A value in a template. Plain values become parameters. */
export type Part = Value | Fragment

export type Columns = Record<string, Part>

export class TemplateFragment {
  readonly strings: TemplateStringsArray
  readonly values: Part[]

  constructor(strings: TemplateStringsArray, values: Part[]) {
    this.strings = strings
    this.values = values
  }
}

/** SQL as it stands, such as a quoted identifier. */
export class TextFragment {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Columns with their values: `("a", "b") values ($1, $2)` for inserts, `"a" = $1, "b" = $2` for an update. */
export class ColumnsFragment {
  readonly rows: Columns[]
  readonly purpose: 'insert' | 'update'

  constructor(rows: Columns[], purpose: 'insert' | 'update') {
    this.rows = rows
    this.purpose = purpose
  }
}

export interface Compiled {
  text: string
  parameters: WireValue[]
  types: number[]
}

/**
 * Joins a template and its fragments to one text with numbered parameters. Throws for a parameter that is undefined.
 */
export function compileTemplate(strings: TemplateStringsArray, values: Part[]): Compiled {
  const compiled: Compiled = { text: '', parameters: [], types: [] }
  addTemplate(compiled, strings, values)
  return compiled
}

function addTemplate(compiled: Compiled, strings: readonly string[], values: Part[]): void {
  strings.forEach((string, i) => {
    compiled.text += string
    const value = values[i]
    if (value !== undefined) addValue(compiled, value)
    else if (i < values.length) throw new Error('A value of a statement is undefined.')
  })
}

function addValue(compiled: Compiled, value: Part): void {
  if (value instanceof TemplateFragment) addTemplate(compiled, value.strings, value.values)
  else if (value instanceof TextFragment) compiled.text += value.text
  else if (value instanceof ColumnsFragment) addColumns(compiled, value)
  else addParameter(compiled, value)
}

function addParameter(compiled: Compiled, value: Part): void {
  const [parameter, type] = serializeValue(value)
  compiled.types.push(type)
  compiled.text += `$${compiled.parameters.push(parameter)}`
}

function addColumns(compiled: Compiled, { rows, purpose }: ColumnsFragment): void {
  const names = Object.keys(rows[0] ?? {})
  if (purpose === 'insert') {
    compiled.text += `(${names.map(quoteIdentifier).join(', ')}) values `
    addList(compiled, rows, (row) => {
      compiled.text += '('
      addList(compiled, names, (name) => addValue(compiled, row[name] ?? null))
      compiled.text += ')'
    })
    return
  }
  addList(compiled, names, (name) => {
    compiled.text += `${quoteIdentifier(name)} = `
    addValue(compiled, rows[0]?.[name] ?? null)
  })
}

function addList<Item>(compiled: Compiled, items: Item[], add: (item: Item) => void): void {
  items.forEach((item, i) => {
    if (i > 0) compiled.text += ', '
    add(item)
  })
}
