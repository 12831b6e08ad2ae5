import { useEffect, useRef } from 'react'

/** Returns object URLs that show chosen files. Each is revoked when its file is removed. */
export function useFileUrls(files: readonly { key: string; file: Blob | null }[]): ReadonlyMap<string, string> {
  const urls = useRef(new Map<string, string>())
  for (const { key, file } of files) {
    if (file && !urls.current.has(key) && typeof window !== 'undefined') {
      urls.current.set(key, URL.createObjectURL(file))
    }
  }
  useEffect(() => {
    const kept = new Set(files.filter(({ file }) => file).map(({ key }) => key))
    for (const [key, url] of urls.current) {
      if (kept.has(key)) continue
      URL.revokeObjectURL(url)
      urls.current.delete(key)
    }
  }, [files])
  useEffect(() => {
    const all = urls.current
    return () => {
      for (const url of all.values()) URL.revokeObjectURL(url)
      all.clear()
    }
  }, [])
  return urls.current
}
