import { afterAll, expect } from 'vitest'
import type { RestSettings } from '../../settings.ts'
import { type AnyClient, createLibraryService, type LibraryService } from '../library-service.ts'

/** The service over the museum, and the unmodified client of an operator, of whom row rules ask nothing. */
export interface Museum extends LibraryService {
  client: AnyClient
}

/** Starts the service for one test file and ends it with the file. */
export async function openMuseum(settings: Partial<RestSettings> = {}): Promise<Museum> {
  const library = await createLibraryService(
    { schemas: ['public', 'archive'], aggregatesEnabled: true, txEnd: 'commit-allow-override', ...settings },
    'museum-schema.sql',
  )
  afterAll(() => library.close())
  return { ...library, client: library.createClient() }
}

/** What a builder of the client resolves to. */
export interface Answer {
  data: unknown
  error: { code?: string; message: string; details?: unknown; hint?: unknown } | null
  count: number | null
  status: number
  statusText: string
}

export type Ask = (client: AnyClient) => PromiseLike<unknown>

/** The rows, or the code of the refusal. */
export async function expectData(client: AnyClient, ask: Ask, expected: unknown): Promise<void> {
  const { data, error } = (await ask(client)) as Answer
  if (typeof expected === 'string' && error) expect(error.code).toBe(expected)
  else expect(error ?? data).toEqual(expected)
}

/** `builder.maxAffected(count)`, which the types of the client allow only to a database that tells its version. */
export function maxAffected<Builder extends object>(builder: Builder, count: number): Builder {
  return (builder as Builder & { maxAffected(count: number): Builder }).maxAffected(count)
}
