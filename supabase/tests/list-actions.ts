import type { People } from './people.ts'

type Caller = Parameters<People['actAs']>[0]

/** A list as the functions that create or change one return it. */
export type MadeList = { id: string; title: string; changed?: boolean }

interface Item {
  spot: { id: string; title: string }
  note: string
  has_been: boolean
  added_by: { username: string } | null
}
interface Page {
  items: Item[]
  item_count: number
  hidden_count: number
  removed: { spot_id: string }[]
  role: string | null
}

export type ListActions = ReturnType<typeof createListActions>

/** The actions of tests of lists: create spots and lists of the author, fill and read them. */
export function createListActions(people: People) {
  async function createSpot(title: string, visibility = 'public'): Promise<string> {
    const [row] = await people.owner<{ id: string }[]>`
      insert into public.spots (title, category, lng, lat, visibility, status, author_id)
      values (${title}, 'station', 9, 44, ${visibility}, 'published', ${people.ids.author}) returning id`
    return row?.id ?? ''
  }

  async function call<T>(viewer: Caller, name: string, values: Record<string, unknown>): Promise<T> {
    const entries = Object.entries(values)
    const text = entries.map(([key], index) => `${key} => $${index + 1}`).join(', ')
    const [row] = await people.actAs(viewer, (sql) =>
      sql.unsafe<{ made: T }[]>(
        `select public.${name}(${text}) as made`,
        entries.map(([, value]) => value as string),
      ),
    )
    return row?.made as T
  }

  const create = (title: string, values: Record<string, unknown> = {}) =>
    call<MadeList>('author', 'create_list', { title, ...values })
  const put = (spot: string | undefined, list: string, viewer: Caller = 'author') =>
    call<MadeList>(viewer, 'set_on_list', { spot, list, is_on: true })
  const page = (viewer: Caller, id: string) => call<Page | null>(viewer, 'list_page', { id })

  /** Deletes spots and own lists, and returns a new list and the ids of four spots. */
  async function startAnew(): Promise<{ list: string; spots: string[] }> {
    await people.owner`delete from public.spots`
    await people.owner`delete from public.lists where kind = 'own'`
    await people.owner`delete from private.list_uses`
    const spots: string[] = []
    for (const title of ['Nervi', 'Sori', 'Camogli', 'Zoagli']) spots.push(await createSpot(title))
    return { list: (await create('Where the train stops')).id, spots }
  }

  return { createSpot, call, create, put, page, startAnew }
}
