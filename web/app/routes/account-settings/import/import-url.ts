import { href } from 'react-router'

/** The steps of an import, for the bar above each screen. */
export const IMPORT_STEPS = [{ word: 'Files' }, { word: 'Check' }, { word: 'Import' }, { word: 'Result' }] as const

/** The maximum number of rows in a list of results. */
export const SHOWN_ROWS = 200

/** Returns the URL of an import, or of one view of it. */
export function importUrl(id: string, view: Record<string, string> = {}): string {
  return `${href('/account/settings/import')}?${new URLSearchParams({ id, ...view })}`
}
