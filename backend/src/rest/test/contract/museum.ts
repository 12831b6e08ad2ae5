import { afterAll, expect } from 'vitest'
import type { RestSettings } from '../../settings.ts'
import { type AnyClient, createLibraryService, type LibraryService } from '../library-service.ts'

/** The service over the museum, with an unmodified client whose role bypasses RLS. */
export interface Museum extends LibraryService {
  client: AnyClient
}

/** Starts the service for one test file. */
export async function openMuseum(settings: Partial<RestSettings> = {}): Promise<Museum> {
  const library = await createLibraryService(
    { schemas: ['public', 'archive'], aggregatesEnabled: true, txEnd: 'commit-allow-override', ...settings },
    'museum-schema.sql',
  )
  afterAll(() => library.close())
  return { ...library, client: library.createClient() }
}

/** The resolved value of a builder of the client. */
export interface Answer {
  data: unknown
  error: { code?: string; message: string; details?: unknown; hint?: unknown } | null
  count: number | null
  status: number
  statusText: string
}

export type Ask = (client: AnyClient) => PromiseLike<unknown>

/** Expects rows, or the code of an error. */
export async function expectData(client: AnyClient, sendRequest: Ask, expected: unknown): Promise<void> {
  const { data, error } = (await sendRequest(client)) as Answer
  if (typeof expected === 'string' && error) expect(error.code).toBe(expected)
  else expect(error ?? data).toEqual(expected)
}

/** Calls `builder.maxAffected(count)`, which the types of the client allow only with a known PostgREST version. */
export function maxAffected<Builder extends object>(builder: Builder, count: number): Builder {
  return (builder as Builder & { maxAffected(count: number): Builder }).maxAffected(count)
}
