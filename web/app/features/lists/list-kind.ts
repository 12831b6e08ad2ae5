import * as v from 'valibot'

/** Want to go and been there, which every member has, and lists of their own. */
export const ListKind = v.picklist(['want', 'been', 'own'])

export type ListKind = v.InferOutput<typeof ListKind>
