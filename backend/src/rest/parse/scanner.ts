import { parseFailed } from '../errors.ts'

/** Reads a text from left to right. Every error is a PGRST100 with its position. */
export class Scanner {
  readonly text: string
  position = 0
  readonly #what: string
  readonly #raw: string

  /** `what` and `raw` appear in errors; `raw` is the original text if `text` has a prefix. */
  constructor(text: string, what: string, raw = text) {
    this.text = text
    this.#what = what
    this.#raw = raw
  }

  get done(): boolean {
    return this.position >= this.text.length
  }

  peek(length = 1): string {
    return this.text.slice(this.position, this.position + length)
  }

  /** Returns true if the text continues with this. Consumes nothing. */
  sees(expected: string): boolean {
    return this.text.startsWith(expected, this.position)
  }

  /** Consumes the text if it comes next. */
  take(expected: string): boolean {
    if (!this.sees(expected)) return false
    this.position += expected.length
    return true
  }

  /** Consumes the match of a sticky expression. */
  match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.position
    const found = expression.exec(this.text)
    if (found) this.position += found[0].length
    return found
  }

  /** Tries an alternative and steps back if it returns undefined. */
  attempt<T>(read: () => T | undefined): T | undefined {
    const start = this.position
    const result = read()
    if (result === undefined) this.position = start
    return result
  }

  expect(expected: string): void {
    if (!this.take(expected)) this.fail(`"${expected}"`)
  }

  expectEnd(): void {
    if (!this.done) this.fail('end of input')
  }

  skipSpace(): void {
    this.match(/[ \t]*/y)
  }

  fail(expecting: string): never {
    const next = this.done ? 'end of input' : JSON.stringify(this.peek())
    throw parseFailed(this.#what, this.#raw, this.position + 1, `unexpected ${next} expecting ${expecting}`)
  }
}
