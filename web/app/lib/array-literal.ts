/**
 * Returns texts as an array literal of PostgreSQL, for filters such as `contains`. Given an array, supabase-js writes the
 * texts as they are, so a quote or a brace in one would be part of the syntax.
 */
export function toArrayLiteral(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}
