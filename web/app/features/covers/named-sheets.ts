import type { CoverSubject } from './cover-subject.ts'

/** Real places whose covers decorate pages without a spot: sign-in, the sign-up teaser, the 404 page. */
export const namedSheets = {
  rocciamelone: { category: 'summit', lng: 7.0773, lat: 45.2036, title: 'Rocciamelone' },
  uschba: { category: 'summit', lng: 42.6537, lat: 43.1256, title: 'Uschba' },
} as const satisfies Record<string, CoverSubject>

export type SheetName = keyof typeof namedSheets

/** Returns true if a text is the name of a sheet. */
export function isSheetName(name: string): name is SheetName {
  return Object.hasOwn(namedSheets, name)
}
