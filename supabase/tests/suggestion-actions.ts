import type { People } from './people.ts'

export type Viewer = Parameters<People['as']>[0]

interface SpotValues {
  visibility?: string
  precision?: string
  status?: string
  author_id?: string | null
}

interface Sent {
  kind?: string
  seen?: object
  reason?: string
  duplicateOf?: string
}

export type SuggestionActions = ReturnType<typeof createSuggestionActions>

/** The actions of suggestion tests: add spots, suggest changes, decide on them, and read the resulting spot. */
export function createSuggestionActions(people: People) {
  let count = 0
  async function mark(values: SpotValues = {}): Promise<string> {
    count += 1
    const id = `suggested${count}`
    const { visibility = 'public', precision = 'exact', status = 'published', author_id = people.ids.author } = values
    await people.owner`
      insert into public.spots (id, title, category, lng, lat, description, visibility, precision, status, author_id)
      values (${id}, 'Old mill', 'castle', 7.7, 45.06, 'Private flats inside.', ${visibility}, ${precision}, ${status}, ${author_id})`
    return id
  }

  function send(
    viewer: Viewer,
    spot: string,
    wanted: object,
    { kind = 'edit', seen = {}, reason = '', duplicateOf }: Sent = {},
  ) {
    return people.actAs(viewer, async (sql) => {
      const [row] = await sql<{ id: string }[]>`
        select public.send_suggestion(${spot}, ${sql.json(wanted as never)}, ${sql.json(seen as never)},
          ${kind}::public.suggestion_kind, ${reason}, ${duplicateOf ?? null}) as id`
      return row?.id ?? ''
    })
  }

  function decide(viewer: Viewer, id: string, verdicts: object, seen: object = {}, answer = '') {
    return people.actAs(viewer, async (sql) => {
      const [row] = await sql<{ status: string }[]>`
        select public.decide_suggestion(${id}, ${sql.json(verdicts as never)}, ${sql.json(seen as never)}, ${answer}) as status`
      return row?.status
    })
  }

  async function readSpot(id: string) {
    const [spot] =
      await people.owner`select title, category, description, lng, lat, status from public.spots where id = ${id}`
    return spot
  }

  async function listKinds(user: keyof People['ids'], spot: string) {
    const rows = await people.owner<{ kind: string; text: string }[]>`
      select kind, text from public.notifications where user_id = ${people.ids[user]} and spot_id = ${spot} order by id`
    return rows.map(({ kind, text }) => (text ? `${kind}: ${text}` : kind))
  }
  return { mark, send, decide, readSpot, listKinds }
}
