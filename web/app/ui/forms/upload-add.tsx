import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import './upload-tile.css'

/** The dashed tile that takes more pictures: a real file input under a label. */
export function UploadAdd({
  accept,
  multiple = true,
  disabled = false,
  onFiles,
  children,
}: {
  accept: string
  multiple?: boolean
  disabled?: boolean
  onFiles: (files: File[]) => void
  children: ReactNode
}) {
  return (
    <li>
      <label className="upload-tile upload-add">
        <input
          type="file"
          className="sr-only"
          accept={accept}
          multiple={multiple}
          disabled={disabled}
          onChange={(event) => {
            onFiles([...(event.currentTarget.files ?? [])])
            // So that the same file can be chosen again after it failed.
            event.currentTarget.value = ''
          }}
        />
        <span className="grid justify-items-center gap-1">
          <Plus />
          {children}
        </span>
      </label>
    </li>
  )
}
