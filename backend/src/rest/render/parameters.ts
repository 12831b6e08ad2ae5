/** The parameters of a statement. Values are never part of its text. */
export class Parameters {
  readonly values: string[] = []

  /** Adds a value and returns its placeholder: `$1`. PostgreSQL infers the type. */
  bind(value: string): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}
