import * as v from 'valibot'

/** The lists "Want to go" and "Been there", which every member has, and lists that a member creates. */
export const ListKind = v.picklist(['want', 'been', 'own'])

export type ListKind = v.InferOutput<typeof ListKind>
