import { rejectForm } from '#app/lib/form-result.ts'
import { fail, type SettingsAction, succeed } from '../action-result.ts'

const UNREACHED = 'We could not reach the server. Nothing has changed. Please try again in a moment.'

/** Starts packing all of the member's data, in place of an earlier archive. */
export const startExport: SettingsAction = async (supabase, form) => {
  const { error } = await supabase.rpc('start_data_export')
  if (!error) return succeed('Started. You can leave this page.')
  if (error.hint === 'second_factor_needed') return { kind: 'two-factor-required' }
  return fail(rejectForm(error.code.startsWith('PT4') ? error.message : UNREACHED, form))
}

/** Deletes the member's archive, or stops packing it. RLS policies let members delete only their own. */
export const deleteExport: SettingsAction = async (supabase, form) => {
  const { error } = await supabase
    .from('data_exports')
    .delete()
    .eq('id', String(form.get('export')))
  if (!error) return succeed('Deleted.')
  if (error.hint === 'second_factor_needed') return { kind: 'two-factor-required' }
  // A malformed id matches no archive.
  return fail(rejectForm(error.code === '22P02' ? 'This archive has already been deleted.' : UNREACHED, form))
}
