import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import './upload-tile.css'

/** The dashed tile for adding pictures: a file input inside a label. */
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
            // Allows choosing the same file again after it failed.
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
