import { findData, type Supabase } from '#app/lib/supabase.ts'

/** The two lists that every member has: want to go, been there. */
export const markKinds = ['want', 'been'] as const
export type MarkKind = (typeof markKinds)[number]

/** Adds a spot to "Want to go" or "Been there", or removes it. Idempotent. */
export async function markSpot(
  supabase: Supabase,
  { spotId, kind, isOn }: { spotId: string; kind: MarkKind; isOn: boolean },
): Promise<void> {
  findData(await supabase.rpc('mark_spot', { id: spotId, kind, is_on: isOn }))
}
