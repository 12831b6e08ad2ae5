import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { openDatabase } from '../../backend/src/postgres/database.ts'
import type { Sql } from '../../backend/src/postgres/statements/sql.ts'
import type { Status, Visibility } from '../../supabase/tests/visibility-rule.ts'
import type { Site } from './site.ts'

/** A spot with a photo, and a story, both with the same visibility and status. Its ids are as long as all others. */
export interface Subject {
  spot: string
  photo: string
  /** Folder of the photo's files in the bucket. */
  folder: string
  story: string
  slug: string
  list: string
  spotLink: string
  storyLink: string
}

export interface State {
  visibility: Visibility
  status: Status
}

/** The accounts that subjects refer to, and the subjects created so far. */
export interface Surroundings {
  author: string
  stranger: string
  /** A public story and a public list of the author. They name every subject. */
  openStory: string
  openList: string
}

/** The position of the subjects. No seed spot is near. */
export const PLACE = { lng: 7.68682, lat: 45.07049 }
export const PHOTO_FILE = '480.webp'

export function nameSubject(index: number, author: string): Subject {
  const suffix = String(index).padStart(2, '0')
  const photo = `00000000-0000-4000-8000-0000000000${suffix}`
  return {
    spot: `hiddenmill${suffix}`,
    photo,
    folder: `${author}/${photo}`,
    story: `hiddenstor${suffix}`,
    slug: `hidden-story-${suffix}`,
    list: `hiddenlist${suffix}`,
    spotLink: `secretofthehiddenmill${suffix}`,
    storyLink: `secretofthehiddenstor${suffix}`,
  }
}

/** Runs work as the owner of the site's database, to whom none of the product's checks apply. */
export async function asOwner<T>({ dataFolder }: Site, work: (sql: Sql) => Promise<T>): Promise<T> {
  await using database = openDatabase({ socket: join(dataFolder, 'run'), port: 5432, database: 'postgres' }, '')
  return await work(database.connect('owner', { max: 1 }))
}

/** Creates a public spot with one row of everything that can belong to a spot, and a public story. */
export async function plantSubject(sql: Sql, subject: Subject, around: Surroundings): Promise<void> {
  const { author, stranger } = around
  await sql`
    insert into public.spots (id, title, category, lng, lat, precision, visibility, status, author_id, description, tags)
    values (${subject.spot}, 'Hidden mill', 'castle', ${PLACE.lng}, ${PLACE.lat}, 'area', 'public', 'published', ${author}, 'needle', '{hiddentag}')`
  await sql`delete from public.links where spot_id = ${subject.spot}`
  await sql`insert into public.links (secret, owner_id, spot_id) values (${subject.spotLink}, ${author}, ${subject.spot})`
  await sql`
    insert into public.photos (id, spot_id, author_id, storage_path, width, height)
    values (${subject.photo}, ${subject.spot}, ${author}, ${subject.folder}, 480, 320)`
  await sql`insert into public.reviews (spot_id, author_id, rating, body) values (${subject.spot}, ${stranger}, 5, 'needle')`
  await sql`insert into public.comments (spot_id, author_id, body) values (${subject.spot}, ${author}, 'needle')`
  await sql`insert into public.list_items (list_id, spot_id) values (${around.openList}, ${subject.spot})`
  await sql`insert into public.post_spots (post_id, spot_id) values (${around.openStory}, ${subject.spot})`
  await sql`
    insert into public.posts (id, slug, title, summary, body, visibility, status, author_id, city_id)
    select ${subject.story}, ${subject.slug}, 'Hidden story', 'needle', 'needle', 'public', 'published', ${author}, city_id
    from public.spots where id = ${subject.spot}`
  await sql`delete from public.links where post_id = ${subject.story}`
  await sql`insert into public.links (secret, owner_id, post_id) values (${subject.storyLink}, ${author}, ${subject.story})`
  await sql`
    insert into public.lists (id, title, visibility, author_id) values (${subject.list}, 'Hidden list', 'public', ${author})`
  await sql`insert into public.list_items (list_id, spot_id) values (${subject.list}, ${subject.spot})`
}

/** Changes the visibility and status of a subject. Its list is private unless it is published. */
export async function hideSubject(sql: Sql, subject: Subject, { visibility, status }: State): Promise<void> {
  const reason = status === 'removed' ? 'Spam' : null
  await sql`
    update public.spots set visibility = ${visibility}, status = ${status}, removal_reason = ${reason} where id = ${subject.spot}`
  await sql`
    update public.posts set visibility = ${visibility}, status = ${status}, removal_reason = ${reason} where id = ${subject.story}`
  const isOpen = status === 'published' || status === 'closed'
  await sql`update public.lists set visibility = ${isOpen ? visibility : 'private'} where id = ${subject.list}`
}

export async function deleteSubject(sql: Sql, subject: Subject): Promise<void> {
  await sql`delete from public.spots where id = ${subject.spot}`
  await sql`delete from public.posts where id = ${subject.story}`
  await sql`delete from public.lists where id = ${subject.list}`
}

/** Uploads the file of a subject's photo. */
export async function uploadPhoto(service: SupabaseClient, { folder }: Subject, file: Buffer): Promise<void> {
  const { error } = await service.storage
    .from('photos')
    .upload(`${folder}/${PHOTO_FILE}`, file, { contentType: 'image/webp', upsert: true })
  if (error) throw new Error(`The photo could not be stored: ${error.message}`)
}
