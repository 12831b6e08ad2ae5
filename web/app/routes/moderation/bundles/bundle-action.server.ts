import { findData, type Supabase, takeData } from '#app/lib/supabase.ts'
import type { BundlePreview, BundleReader } from '#app/platform/config/bundle-reader.ts'

type BundleResult = 'done' | { preview?: BundlePreview; problem?: string; address?: string }

/** Handles the forms of the screen. RLS policies let only administrators subscribe and unsubscribe. */
export async function runBundleAction(
  form: FormData,
  supabase: Supabase,
  bundles: BundleReader | undefined,
): Promise<BundleResult> {
  const read = (name: string) => String(form.get(name) ?? '')
  if (!bundles) return { problem: 'This site cannot read bundles from other sites.' }
  const address = read('address')
  try {
    switch (read('intent')) {
      case 'preview':
        return { preview: await bundles.preview(address), address }
      case 'subscribe':
        return await subscribe(supabase, bundles, { address, publicKey: read('key') })
      case 'update':
        await bundles.update(read('subscription'))
        return 'done'
      case 'remove':
        findData(await supabase.from('bundle_subscriptions').delete().eq('id', read('subscription')))
        return 'done'
      default:
        return 'done'
    }
  } catch (error) {
    if (error instanceof Error && error.name === 'BundleError') return { problem: error.message, address }
    throw error
  }
}

/**
 * Subscribes to the bundle of the preview. If its key has changed since, the administrator must check the preview
 * again.
 */
async function subscribe(
  supabase: Supabase,
  bundles: BundleReader,
  { address, publicKey }: { address: string; publicKey: string },
): Promise<BundleResult> {
  const preview = await bundles.preview(address)
  if (preview.publicKey !== publicKey)
    return { preview, problem: 'That site’s key has just changed. Check the preview again.' }
  const row = { address: preview.address, title: preview.title, public_key: publicKey }
  const origin = { origin_name: preview.originName, origin_url: preview.originUrl }
  const created = await supabase
    .from('bundle_subscriptions')
    .insert({ ...row, ...origin })
    .select('id')
    .single()
  if (created.error?.code === '23505') return { problem: 'This site is already subscribed to it.', address }
  await bundles.update(takeData(created).id)
  return 'done'
}
