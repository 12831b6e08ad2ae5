import postgres from 'postgres'

/** An error that PostgreSQL reports, with its SQLSTATE in `code`. */
export const DatabaseError = postgres.PostgresError
export type DatabaseError = postgres.PostgresError
