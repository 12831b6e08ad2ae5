/** The origin of a view's column: oid of the table and number of its column. */
export interface ColumnOrigin {
  position: number
  originOid: number
  originPosition: number
}

/**
 * Parses a view's output columns from PostgreSQL's stored query (`pg_rewrite.ev_action`). Only target entries directly
 * below the outermost query are read; those of subqueries and CTEs are deeper. A backslash escapes the next character,
 * so that hostile names cannot open a node.
 */
export function parseViewColumns(action: string): ColumnOrigin[] {
  const origins: ColumnOrigin[] = []
  let depth = 0
  let start = -1
  for (let i = 0; i < action.length; i += 1) {
    const character = action[i]
    if (character === '\\') i += 1
    else if (character === '{') {
      depth += 1
      if (depth === 2 && action.startsWith('{TARGETENTRY', i)) start = i
    } else if (character === '}') {
      depth -= 1
      if (depth === 1 && start >= 0) {
        origins.push(...toOrigin(action.slice(start, i)))
        start = -1
      }
    }
  }
  return origins
}

function toOrigin(entry: string): ColumnOrigin[] {
  const read = (field: string) =>
    Number(
      entry
        .match(new RegExp(`:${field} (\\d+)`, 'g'))
        ?.at(-1)
        ?.split(' ')[1] ?? 0,
    )
  const origin = { position: read('resno'), originOid: read('resorigtbl'), originPosition: read('resorigcol') }
  return origin.originOid === 0 ? [] : [origin]
}
