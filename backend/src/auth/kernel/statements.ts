import type { Sql, Transaction } from '../../postgres/database.ts'

/** Anything that runs SQL: the pool, or a transaction under way. */
export type Statements = Sql | Transaction
