import { tooComplex } from '../errors.ts'

/** The largest number that a message of PostgreSQL's protocol can carry. */
const MAX_VALUES = 65_535
/** Filters and orders by embeds repeat the filters of those embeds, so that their lengths multiply. */
const MAX_SUBQUERY_LENGTH = 500_000

/** The parameters of a statement. Values are never part of its text. */
export class Parameters {
  readonly values: string[] = []
  #subqueryLength = 0

  /** Adds a value and returns its placeholder: `$1`. PostgreSQL infers the type. Throws PGRST100 beyond its limit. */
  bind(value: string): string {
    if (this.values.length === MAX_VALUES) throw tooComplex(`At most ${MAX_VALUES} values are accepted.`)
    this.values.push(value)
    return `$${this.values.length}`
  }

  /** Counts and returns the text of a subquery in a filter or an order. Throws PGRST100 when all of them are too long. */
  countSubquery(text: string): string {
    this.#subqueryLength += text.length
    if (this.#subqueryLength > MAX_SUBQUERY_LENGTH) throw tooComplex('It filters or orders by embeds too often.')
    return text
  }
}
