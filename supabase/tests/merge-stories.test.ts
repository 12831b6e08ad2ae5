import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMergeActions, KEPT, MERGED, type MergeActions } from './merge-actions.ts'
import { createPeople, type People } from './people.ts'

interface Story {
  id: string
  version: number
  base_version: number | null
}

const before = { title: 'A walk', body: `One.\n\n/spot/${MERGED}\n\nTwo.` }
const after = { title: 'A walk', body: `One.\n\n[Mill](https://example.org/spot/${MERGED})\n\nTwo and three.` }

let people: People
let actions: MergeActions

beforeAll(async () => {
  people = await createPeople()
  await people.owner`update public.instance_settings set moderation = 'off'`
  actions = createMergeActions(people)
})
afterAll(() => people[Symbol.asyncDispose]())
beforeEach(async () => {
  await people.owner`delete from public.spots`
  await people.owner`delete from public.posts`
  await actions.plant()
})

/** Calls a command of the author that takes a story, and returns its result. */
async function write(command: 'save_story' | 'publish_story', story: typeof before, known: Partial<Story> = {}) {
  const [row] = await people.actAs(
    'author',
    (sql) => sql<{ made: Story }[]>`
      select public.${sql.identifier(command)}(${sql.json(story)}, post_id => ${known.id ?? null},
        submission_key => ${known.id ? null : randomUUID()}, version => ${known.version ?? null},
        base_version => ${known.base_version ?? null}) as made`,
  )
  if (!row) throw new Error('The command returned nothing.')
  return row.made
}

async function readStory() {
  const [story] = await people.owner`
    select body, array(select spot_id from public.post_spots where post_id = posts.id) as cards from public.posts`
  return story
}

test('lets an author go on writing while a spot of the story is merged, and keeps its card', async () => {
  const draft = await write('save_story', before)
  await actions.merge('moderator')
  await write('save_story', after, draft)
  expect(await readStory()).toEqual({ body: `One.\n\n[Mill](/spot/${KEPT})\n\nTwo and three.`, cards: [KEPT] })
})

test('publishes changes from before a merge with the card of the kept spot', async () => {
  const { id } = await write('publish_story', before)
  const changes = await write('save_story', after, { id })
  await actions.merge('moderator')
  await write('publish_story', after, { id, version: changes.version })
  expect(await readStory()).toEqual({ body: `One.\n\n[Mill](/spot/${KEPT})\n\nTwo and three.`, cards: [KEPT] })
})

test('puts the merged spot back into the text when the merge is undone', async () => {
  await write('publish_story', before)
  await actions.undo('moderator', await actions.merge('moderator'))
  expect(await readStory()).toEqual({ body: before.body, cards: [MERGED] })
})
