import type { ReactNode } from 'react'
import type { ExportFormat } from '#app/features/spots/exports/export-formats.ts'
import { useLinkSecret } from '#app/features/spots/link-secret.ts'
import { TextLink } from '#app/ui/navigation/text-link.tsx'

/** Downloads the spot in a file format. */
export function ExportLink({ id, format, children }: { id: string; format: ExportFormat; children: ReactNode }) {
  const secret = useLinkSecret()
  return (
    <TextLink to={`/spot/${id}.${format}${secret ? `?link=${secret}` : ''}`} reloadDocument download>
      {children}
    </TextLink>
  )
}
