/** An ISO 8601 time with an offset, as the database writes them. PostgreSQL knows offsets of less than 16 hours. */
const TIMESTAMP =
  /^(\d{4}-\d\d-\d\d)[T ](?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d{1,9})?(?:Z| ?[+-](?:0\d|1[0-5])(?::?[0-5]\d)?)$/

/**
 * Returns true if the database can read a text as a time, which it rejects for a day such as 31 February. Written
 * without a schema, because pages would have to load the validation library with it.
 */
export function isTimestamp(text: string): boolean {
  const day = TIMESTAMP.exec(text)?.[1]
  if (day === undefined || day.startsWith('0000')) return false
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}
