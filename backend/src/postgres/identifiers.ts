/** An SQL identifier, quoted. Cut at NUL, which PostgreSQL cannot hold in a name. */
export function quoteIdentifier(name: string): string {
  const end = name.indexOf('\0')
  return `"${(end < 0 ? name : name.slice(0, end)).replaceAll('"', '""')}"`
}

/** An SQL string literal, quoted. Only for statements that take no parameters, such as `alter role`. */
export function quoteLiteral(text: string): string {
  const escaped = text.replaceAll("'", "''")
  return escaped.includes('\\') ? `E'${escaped.replaceAll('\\', '\\\\')}'` : `'${escaped}'`
}
