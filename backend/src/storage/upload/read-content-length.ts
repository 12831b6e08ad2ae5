import { invalidRequest } from '../errors.ts'

/** The declared length of the body; undefined when it is sent in chunks. */
export function readContentLength(headers: Headers): number | undefined {
  const text = headers.get('content-length')
  if (text === null) return undefined
  if (!/^\d{1,15}$/.test(text)) throw invalidRequest('Invalid content-length')
  return Number(text)
}
