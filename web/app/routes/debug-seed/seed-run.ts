import { serverSettingsContext } from '#app/platform/config/app-settings.ts'
import { requireViewer } from '#app/platform/guard/guard.server.ts'
import type { Route } from './+types/seed-run.ts'
import { streamSeed } from './demo-seed.server.ts'
import { maySeed } from './may-seed.ts'
import { openDemoWithSecretKey } from './open-with-secret-key.server.ts'

/** POST `intent=fill` or `intent=remove`. Responds with JSON lines that report the progress. */
export async function action({ request, context }: Route.ActionArgs) {
  if (!maySeed(requireViewer(context), import.meta.env.PROD)) {
    return Response.json({ message: 'Only moderators may do this.' }, { status: 403 })
  }
  const intent = (await request.formData()).get('intent')
  if (intent !== 'fill' && intent !== 'remove') {
    return Response.json({ message: 'The intent must be fill or remove.' }, { status: 400 })
  }
  return streamSeed(openDemoWithSecretKey(context.get(serverSettingsContext)), intent)
}

export function loader() {
  return new Response('Send a form by POST.', { status: 405, headers: { allow: 'POST' } })
}
