import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import type { Sql } from '../../../backend/src/postgres/statements/sql.ts'
import { mayRead, VIEWERS, type Viewer } from '../../../supabase/tests/visibility-rule.ts'
import { type Account, createAccount, createServiceClient } from '../accounts.ts'
import { expect } from '../expect.ts'
import { serverTest as test } from '../fixtures.ts'
import {
  asOwner,
  deleteSubject,
  hideSubject,
  nameSubject,
  PHOTO_FILE,
  plantSubject,
  type State,
  type Subject,
  type Surroundings,
  uploadPhoto,
} from '../hidden-subject.ts'
import { SEED_POST_SLUG } from '../seed.ts'
import type { Site } from '../site.ts'
import { LISTS, listSubjectRequests, type SignedPaths, UNRELATED } from '../visibility-requests.ts'
import { createLearner, type Learn, learnAll } from '../visibility-sender.ts'

/**
 * Tests the matrix of viewers, visibilities and statuses over HTTP: the response to a request that names or lists
 * something hidden must equal the response when it does not exist. The same for SQL:
 * `supabase/tests/visibility-matrix.test.ts`.
 */

type Planted = { subject: Subject; state: State }

const OPEN: State = { visibility: 'public', status: 'published' }
/** Every visibility and every status. SQL decides about each pair of them, and its tests cover all pairs. */
const STATES: State[] = [
  OPEN,
  { visibility: 'public', status: 'draft' },
  { visibility: 'public', status: 'removed' },
  { visibility: 'members', status: 'published' },
  { visibility: 'members', status: 'pending' },
  { visibility: 'link', status: 'closed' },
  { visibility: 'link', status: 'draft' },
  { visibility: 'private', status: 'published' },
]
const isOpen = ({ visibility, status }: State) => visibility === OPEN.visibility && status === OPEN.status
/**
 * Ordered by audience, smallest first. A viewer's lists are compared as long as everything planted is hidden from
 * them.
 */
const HIDDEN_FROM: Viewer[][] = [['moderator', 'stranger', 'visitor'], ['stranger', 'visitor'], ['visitor'], []]

test('has a request for every page, generated file and function', () => {
  const root = join(import.meta.dirname, '../../..')
  const read = (file: string) => readFileSync(join(root, 'web', file), 'utf8')
  const patterns = [
    ...[...read('app/routes.ts').matchAll(/route\('([^'*]+)'/g)].map(([, path = '']) => path),
    ...[...read('server/resources/resources.ts').matchAll(/pathname: '\/([^']+)'/g)].map(([, path = '']) =>
      path.replaceAll(/\([^)]*\)/g, ''),
    ),
    ...readdirSync(join(root, 'supabase/functions'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
      .map(({ name }) => name),
  ]
  const requests = Object.keys({ ...listSubjectRequests('visitor', nameSubject(0, ''), {}), ...LISTS, ...UNRELATED })
  const isCovered = (pattern: string) => requests.some((name) => name === pattern || name.startsWith(`${pattern} `))
  expect(patterns.filter((pattern) => !isCovered(pattern))).toEqual([])
})

test('responds to requests for hidden content as if it did not exist', async ({ site }) => {
  test.setTimeout(300_000)
  const { accounts, around } = await createSurroundings(site)
  const [missing, ...planned] = [OPEN, ...STATES].map((state, index) => ({
    state,
    subject: nameSubject(index, around.author),
  }))
  if (!missing) throw new Error('no subject')
  const planter = await createPlanter(site, around)
  await planter.plant(missing)
  const learners = await createLearners(site, accounts, await planter.findEtag(missing))
  const signed = await signEach(learners, missing, {})
  // Words of public names are used to correct misspellings. The subjects created below must not add new words.
  await planter.count()
  await planter.remove(missing)

  const leaks: string[] = []
  await planter.count()
  const before = await learnLists(learners, VIEWERS)
  for (const group of HIDDEN_FROM) {
    for (const planted of planned.filter(({ state }) => String(listHiddenFrom(state)) === String(group))) {
      await planter.plant(planted)
      await signEach(learners, planted, signed)
      await planter.hide(planted)
    }
    await planter.count()
    const lists = await learnLists(learners, group)
    for (const viewer of group) leaks.push(...listDifferences(viewer, before[viewer], lists[viewer]))
  }
  const after = await learnLists(learners, VIEWERS)

  const seen = new Set<string>()
  for (const viewer of VIEWERS) {
    const ask = ({ subject }: Planted) =>
      learnAll(learners[viewer], listSubjectRequests(viewer, subject, signed[viewer]), subject)
    const unknown = await ask(missing)
    for (const name of listChanges(before[viewer], after[viewer])) seen.add(name)
    for (const planted of planned) {
      const { visibility, status } = planted.state
      if (mayRead(viewer, visibility, status)) {
        if (isOpen(planted.state)) for (const name of listChanges(unknown, await ask(planted))) seen.add(name)
      } else leaks.push(...listDifferences(`${viewer}, ${visibility} ${status}`, unknown, await ask(planted)))
    }
  }
  // The site is shared with other tests.
  for (const planted of planned) await planter.remove(planted)
  expect(leaks).toEqual([])
  // Most requests must show the subject to someone, or the test would prove nothing.
  expect(seen.size).toBeGreaterThan(40)
})

/** Returns the viewers of the groups from whom a state is hidden. Authors see everything of their own. */
function listHiddenFrom({ visibility, status }: State): Viewer[] {
  return (['moderator', 'stranger', 'visitor'] as const).filter((viewer) => !mayRead(viewer, visibility, status))
}

/** Creates the accounts of the viewers, and the public story and list that name every subject. */
async function createSurroundings(site: Site) {
  const [author, stranger, moderator] = await Promise.all([1, 2, 3].map(() => createAccount(site.url)))
  if (!author || !stranger || !moderator) throw new Error('three accounts expected')
  const service = createServiceClient(site.url)
  await service.auth.admin.updateUserById(moderator.id, { app_metadata: { role: 'moderator' } })
  const { data: story } = await service.from('posts').select('id').eq('slug', SEED_POST_SLUG).single().throwOnError()
  const list = { title: 'Both', visibility: 'public', author_id: author.id }
  const [row] = await asOwner(
    site,
    (sql) => sql<{ id: string }[]>`
      insert into public.lists (title, visibility, author_id) values (${list.title}, 'public', ${author.id}) returning id`,
  )
  const around = { author: author.id, stranger: stranger.id, openStory: String(story.id), openList: row?.id ?? '' }
  return { accounts: { author, stranger, moderator, visitor: undefined, holder: undefined }, around }
}

async function createLearners(site: Site, accounts: Record<Viewer, Account | undefined>, etag: string) {
  const entries = await Promise.all(
    VIEWERS.map(async (viewer) => [viewer, await createLearner(site, accounts[viewer], etag)] as const),
  )
  return Object.fromEntries(entries) as Record<Viewer, Learn>
}

/** Creates, hides and removes subjects with the file of their photo. */
async function createPlanter(site: Site, around: Surroundings) {
  const service = createServiceClient(site.url)
  const file = await sharp({ create: { width: 48, height: 32, channels: 3, background: '#286' } })
    .webp()
    .toBuffer()
  const change = (work: (sql: Sql) => Promise<void>) => asOwner(site, work)
  return {
    /**
     * Updates cached counts. The version is large, because encoded pages store equal numbers once, and a small version
     * could equal another number of the page.
     */
    count: () =>
      change(async (sql) => {
        await sql`update private.spot_map set version = greatest(version, 1000000)`
        // The site's own chore may be running at the moment.
        for (let isBusy = true; isBusy; ) {
          const [row] = await sql<{ isBusy: boolean }[]>`
            select (public.refresh_spot_cells() ->> 'busy')::boolean as "isBusy"`
          isBusy = row?.isBusy ?? false
          if (isBusy) await sleep(50)
        }
        await sql`select private.count_statistics()`
      }),
    async plant({ subject }: Planted) {
      await change((sql) => plantSubject(sql, subject, around))
      await uploadPhoto(service, subject, file)
    },
    hide: ({ subject, state }: Planted) => change((sql) => hideSubject(sql, subject, state)),
    async remove({ subject }: Planted) {
      await change((sql) => deleteSubject(sql, subject))
      await service.storage.from('photos').remove([`${subject.folder}/${PHOTO_FILE}`])
    },
    async findEtag({ subject }: Planted) {
      const { data } = await service.storage.from('photos').info(`${subject.folder}/${PHOTO_FILE}`)
      return String(data?.etag)
    },
  }
}

/** Has each viewer sign a URL of the photo while it is public. */
async function signEach(
  learners: Record<Viewer, Learn>,
  { subject }: Planted,
  signed: Partial<Record<Viewer, SignedPaths>>,
): Promise<Record<Viewer, SignedPaths>> {
  for (const viewer of VIEWERS) {
    const { 'storage: signed URL': request } = listSubjectRequests(viewer, subject, {})
    const answer = request ? await learners[viewer](request) : ''
    const path = /"signedURL":"([^"]+)"/.exec(answer)?.[1]
    if (!path) throw new Error(`${viewer} cannot sign: ${answer}`)
    signed[viewer] = { ...signed[viewer], [subject.spot]: `/storage/v1${path}` }
  }
  return signed as Record<Viewer, SignedPaths>
}

async function learnLists(learners: Record<Viewer, Learn>, viewers: readonly Viewer[]) {
  const lists: Partial<Record<Viewer, Record<string, string>>> = {}
  for (const viewer of viewers) lists[viewer] = await learnAll(learners[viewer], LISTS)
  return lists
}

type Answers = Record<string, string>

function listChanges(before: Answers = {}, after: Answers = {}): string[] {
  return Object.keys(after).filter((name) => before[name] !== after[name])
}

/** Describes the responses that differ, each from its first difference. */
function listDifferences(who: string, before: Answers = {}, after: Answers = {}): string[] {
  return listChanges(before, after).map((name) => {
    const [old = '', now = ''] = [before[name], after[name]]
    // Enough to see what surrounds the first different letter: the row of a page, and the words after an icon.
    const from = Math.max(0, [...now].findIndex((letter, index) => letter !== old[index]) - 600)
    return `${who}: ${name}\n  unknown: ${old.slice(from, from + 1800)}\n  hidden:  ${now.slice(from, from + 1800)}`
  })
}
