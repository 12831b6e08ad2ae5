import { type Supabase, takeData } from '#app/lib/supabase.ts'
import { persist } from './persist.ts'
import { createPhotoReader } from './photo-reader.ts'
import { UnreadableFileError } from './reading/read-place.ts'
import type { StagedPhoto } from './stage-photos.ts'

const PAGE = 1000

/** The photos of an import on this device. */
export interface PhotosToSend {
  id: string
  photos: StagedPhoto[]
  files: Blob[]
}

/** A photo that the server waits for. The profile picture is one of them. */
interface WaitingPhoto {
  number: number
  isPicture: boolean
}

/** Sends one photo. Returns the reason, in a sentence, if it will never be accepted. Throws on other failures. */
export type SendOne = (waiting: WaitingPhoto, photo: Blob) => Promise<string | undefined>

/**
 * Sends the photos of a started import that the server does not have yet, one after the other, and records the
 * reasons for photos that were left out. Calls `onProgress` with the number of photos done and the total. Throws when
 * the connection is lost.
 */
export async function sendPhotos(
  supabase: Supabase,
  { id, photos, files }: PhotosToSend,
  send: SendOne,
  onProgress: (done: number, all: number) => void = () => undefined,
): Promise<void> {
  const read = createPhotoReader(files)
  const places = new Map(photos.map(({ number, place }) => [number, place]))
  const waiting = await listWaiting(supabase, id)
  for (const [index, photo] of waiting.entries()) {
    onProgress(index, waiting.length)
    const place = places.get(photo.number)
    if (!place) continue
    const reason = await read(place).then((file) => persist(() => send(photo, file)), explain)
    if (reason !== undefined) await leaveOut(supabase, id, photo.number, reason)
  }
  onProgress(waiting.length, waiting.length)
}

/** Lists the photos that the server waits for. */
async function listWaiting(supabase: Supabase, id: string): Promise<WaitingPhoto[]> {
  const waiting: WaitingPhoto[] = []
  for (;;) {
    const page = await supabase
      .from('import_photos')
      .select('number, is_picture')
      .match({ import_id: id, state: 'waiting' })
      .gt('number', waiting.at(-1)?.number ?? 0)
      .order('number')
      .limit(PAGE)
    const found = takeData(page)
    waiting.push(...found.map(({ number, is_picture: isPicture }) => ({ number, isPicture })))
    if (found.length < PAGE) return waiting
  }
}

function explain(error: unknown): string {
  return error instanceof UnreadableFileError ? error.message : 'It is damaged and cannot be read.'
}

async function leaveOut(supabase: Supabase, id: string, number: number, reason: string): Promise<void> {
  const { error } = await supabase.rpc('leave_out_import_photos', { import: id, numbers: [number], reason })
  if (error) throw error
}
