import { describeDataError } from '#app/lib/describe-data-error.ts'
import { DataError, type Supabase } from '#app/lib/supabase.ts'
import { findStoryEditor } from './story-commands.ts'
import type { StoryEditorPage } from './story-fields.ts'

/** The place where the text is saved, or the reason why it is not saved. */
export type DraftState =
  | { kind: 'untouched' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: number }
  | { kind: 'offline' | 'signed-out' | 'failed' }
  | { kind: 'rejected'; message: string }
  | { kind: 'newer'; page: StoryEditorPage }

/** Returns the state of a draft after it could not be saved. */
export async function describeFailure(
  error: unknown,
  id: string | null,
  getClient: () => Promise<Supabase>,
): Promise<DraftState> {
  if (!(error instanceof DataError)) return { kind: navigator.onLine ? 'failed' : 'offline' }
  if (error.code === 'PT409' && id !== null) {
    const page = await findNewer(id, getClient)
    return page ? { kind: 'newer', page } : { kind: 'failed' }
  }
  if (error.status === 401 || error.code === '42501') return { kind: 'signed-out' }
  const message = describeDataError(error)
  if (message !== undefined) return { kind: 'rejected', message }
  return { kind: error.status === 0 && !navigator.onLine ? 'offline' : 'failed' }
}

async function findNewer(id: string, getClient: () => Promise<Supabase>): Promise<StoryEditorPage | null> {
  try {
    return await findStoryEditor(await getClient(), id)
  } catch {
    return null
  }
}
