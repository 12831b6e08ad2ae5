import type { RouterContextProvider } from 'react-router'
import type { Supabase } from '#app/lib/supabase.ts'
import { serverSettingsContext } from '#app/platform/app-settings.ts'
import { createSecretClient } from '#app/platform/secret-client.server.ts'

/** Where the files of photos are written: bucket `photos`, as the server. */
export type PhotoFolder = ReturnType<Supabase['storage']['from']>

/**
 * Members may not write into bucket `photos`: a file that did not pass through the server would keep the position that its
 * camera wrote into it. So the files, and only they, are stored with the secret key.
 */
export function openPhotoFolder(context: Readonly<RouterContextProvider>): PhotoFolder {
  return createSecretClient(context.get(serverSettingsContext)).storage.from('photos')
}
