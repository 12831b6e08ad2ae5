import { findData, type Supabase } from '#app/lib/supabase.ts'

/** Blocks a member. Idempotent. Throws DataError. */
export async function blockMember(supabase: Supabase, viewerId: string, memberId: string): Promise<void> {
  const row = { blocker_id: viewerId, blocked_id: memberId }
  findData(await supabase.from('blocks').upsert(row, { onConflict: 'blocker_id,blocked_id', ignoreDuplicates: true }))
}

/** Unblocks a member. Idempotent. Throws DataError. */
export async function unblockMember(supabase: Supabase, viewerId: string, memberId: string): Promise<void> {
  findData(await supabase.from('blocks').delete().match({ blocker_id: viewerId, blocked_id: memberId }))
}
