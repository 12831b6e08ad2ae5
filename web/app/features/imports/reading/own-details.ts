import * as v from 'valibot'
import { isCategoryId } from '#app/features/categories/categories.ts'
import type { ArchivedDetails } from './read-place.ts'

/** The details of a spot in the files that Hereabouts exports: whether it is closed or only an area, and its access. */
export type OwnDetails = Pick<ArchivedDetails, 'status' | 'precision' | 'access'>

const OwnProperties = v.object({
  status: v.fallback(v.optional(v.literal('closed')), undefined),
  precision: v.fallback(v.optional(v.literal('area')), undefined),
  access: v.fallback(v.optional(v.picklist(['free', 'fee', 'customers', 'permit'])), undefined),
})

/**
 * Reads the details from the properties of a place. Only our own exports have the id of a category, so a `status` or
 * `access` with another meaning in foreign files is left alone. Undefined if nothing is said.
 */
export function readOwnDetails(
  category: string,
  properties: { [Name in keyof OwnDetails]: string | undefined },
): OwnDetails | undefined {
  if (!isCategoryId(category)) return undefined
  const { status, precision, access } = v.parse(OwnProperties, properties)
  if (!status && !precision && !access) return undefined
  return { ...(status && { status }), ...(precision && { precision }), ...(access && { access }) }
}
