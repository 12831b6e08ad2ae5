/** A parameter as it is sent: text in PostgreSQL's own notation, or bytes for `bytea`. */
export type WireValue = string | Buffer | null

export interface Statement {
  text: string
  parameters: WireValue[]
  /** OIDs of the parameters' types. PostgreSQL infers those that are 0 or absent. */
  types?: number[]
  /** Prepares the statement under a name, so that each connection parses it once. */
  prepare: boolean
  /** Requests the names and types of the columns. */
  describe: boolean
}

export interface Column {
  name: string
  /** OID of the type. */
  type: number
}

/** Rows as text, in PostgreSQL's own notation. `columns` is empty unless they were requested. */
export interface Result {
  columns: Column[]
  rows: (string | null)[][]
  /** The command tag, such as `INSERT 0 1`. */
  command: string
}
