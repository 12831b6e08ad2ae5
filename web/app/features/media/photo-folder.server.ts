import type { RouterContextProvider } from 'react-router'
import type { Supabase } from '#app/lib/supabase.ts'
import { serverSettingsContext } from '#app/platform/config/app-settings.ts'
import { createSecretClient } from '#app/platform/session/secret-client.server.ts'

/** The bucket `photos`, opened with the secret key, for writing photo files. */
export type PhotoFolder = ReturnType<Supabase['storage']['from']>

/**
 * Members may not write into bucket `photos`: a file that bypassed the server would keep the position in its metadata.
 * So these files, and nothing else, are stored with the secret key.
 */
export function openPhotoFolder(context: Readonly<RouterContextProvider>): PhotoFolder {
  return createSecretClient(context.get(serverSettingsContext)).storage.from('photos')
}
