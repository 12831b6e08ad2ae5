import type { Supabase } from '#app/lib/supabase.ts'
import { readId } from '../desk/read-id.ts'
import { getPreviewVersion } from './preview-version.server.ts'
import { getWaitingPage } from './waiting-schema.ts'

/** Returns true if the author has edited the item since the page was loaded from which it is approved. */
export async function hasChanged(supabase: Supabase, form: FormData): Promise<boolean> {
  const [item, seen] = [readId(String(form.get('item'))), form.get('seen')]
  if (!seen || item === undefined) return false
  const { opened } = await getWaitingPage(supabase, { item, from: undefined })
  return opened !== null && !opened.decided && getPreviewVersion(opened) !== seen
}
