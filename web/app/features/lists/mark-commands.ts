import { findData, type Supabase } from '#app/lib/supabase.ts'

/** The two lists that every member has: want to go, been there. */
export const markKinds = ['want', 'been'] as const
export type MarkKind = (typeof markKinds)[number]

/** Puts a spot on "Want to go" or "Been there", or takes it off. Twice is the same as once. */
export async function markSpot(
  supabase: Supabase,
  { spotId, kind, isOn }: { spotId: string; kind: MarkKind; isOn: boolean },
): Promise<void> {
  findData(await supabase.rpc('mark_spot', { id: spotId, kind, is_on: isOn }))
}
