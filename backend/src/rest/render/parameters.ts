/** The values of a statement. They never enter its text. */
export class Parameters {
  readonly values: string[] = []

  /** Adds a value and gives its place: `$1`. PostgreSQL takes the type from where it stands. */
  bind(value: string): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}
