import { getSite } from '#app/platform/config/site-settings.server.ts'
import type { ResourceCall } from '../resource-call.ts'
import description from './openapi.generated.json'

/** Serves the OpenAPI 3.1 description of the API's functions, with the URL of this installation: `/openapi.json`. */
export async function serveOpenApi({ settings }: ResourceCall): Promise<Response> {
  const { site_name: siteName } = await getSite(settings)
  const document = {
    ...description,
    info: { ...description.info, title: `Functions of ${siteName}` },
    servers: [{ url: new URL(settings.supabaseUrl).href.replace(/\/$/, '') }],
  }
  return Response.json(document, {
    headers: { 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' },
  })
}
