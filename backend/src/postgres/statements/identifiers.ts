/** Quotes an SQL identifier. Cuts it at NUL, which PostgreSQL does not allow in names. */
export function quoteIdentifier(name: string): string {
  const end = name.indexOf('\0')
  return `"${(end < 0 ? name : name.slice(0, end)).replaceAll('"', '""')}"`
}

/** Quotes an SQL string literal, for statements that take no parameters, such as `alter role`. */
export function quoteLiteral(text: string): string {
  const escaped = text.replaceAll("'", "''")
  return escaped.includes('\\') ? `E'${escaped.replaceAll('\\', '\\\\')}'` : `'${escaped}'`
}
