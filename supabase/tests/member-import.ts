import type { People } from './people.ts'

/** Starts an import of rows by the author, who confirms it at once, and returns its id. */
export async function startImport(people: People, rows: object[]): Promise<string> {
  return people.actAs('author', async (sql) => {
    const [created] = await sql<{ id: string }[]>`select public.start_import('weekend.gpx', ${rows.length}) as id`
    const id = created?.id ?? ''
    await sql`select public.add_import_rows(${id}, ${JSON.stringify(rows)}::jsonb)`
    await sql`select public.set_import_status(${id}, 'running')`
    return id
  })
}

/** Continues all imports until nothing is left, in steps of at most `most` rows. */
export async function continueImports(people: People, most = 500): Promise<void> {
  const step = () =>
    people.actAs('service', (sql) => sql<{ n: number }[]>`select public.continue_imports(${most}) as n`)
  for (let left = 1; left > 0; ) left = (await step())[0]?.n ?? 0
}

/** Returns how many rows of an import of the author have each outcome. */
export async function countImportRows(people: People, id: string): Promise<unknown> {
  const [row] = await people.as(
    'author',
    (sql) => sql<{ counts: unknown }[]>`select public.count_import_rows(${id}) as counts`,
  )
  return row?.counts
}
