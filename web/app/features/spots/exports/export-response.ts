import { type ExportFormat, exportFormats } from './export-formats.ts'
import type { ExportedSpot, ExportHead } from './exported-spot.ts'
import { csvWriter } from './format-csv.ts'
import { geoJsonWriter } from './format-geojson.ts'
import { gpxWriter } from './format-gpx.ts'
import { kmlWriter } from './format-kml.ts'
import type { SpotWriter } from './spot-writer.ts'

const writers: Record<Exclude<ExportFormat, 'kmz'>, SpotWriter> = {
  gpx: gpxWriter,
  kml: kmlWriter,
  geojson: geoJsonWriter,
  csv: csvWriter,
}

/** The pages of spots in a file. Each is read once the previous one has been sent. */
export type SpotPages = AsyncIterable<ExportedSpot[]>

/** Returns spots as a stream of text in a format. */
export function streamSpots(
  pages: SpotPages,
  head: ExportHead,
  format: keyof typeof writers,
): ReadableStream<Uint8Array> {
  return toByteStream(encode(writePages(pages, head, writers[format])))
}

async function* encode(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const text of texts) yield encoder.encode(text)
}

/** Yields the text of a file, a page of spots at a time. */
export async function* writePages(pages: SpotPages, head: ExportHead, writer: SpotWriter): AsyncGenerator<string> {
  yield writer.begin(head)
  let isFirst = true
  for await (const spots of pages) {
    const text = spots.map((spot) => writer.writeSpot(spot, head)).join(writer.between)
    if (text) yield isFirst ? text : writer.between + text
    isFirst &&= !text
  }
  yield writer.end
}

/** Returns a stream that produces the next chunk only on demand. */
export function toByteStream(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await chunks.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}

/** Returns a body as a download. Its content depends on the viewer, so shared caches must not store it. */
export function downloadResponse(body: BodyInit, name: string, format: ExportFormat): Response {
  return new Response(body, {
    headers: {
      'content-type': exportFormats[format].contentType,
      'content-disposition': writeDisposition(`${name}.${format}`),
      'cache-control': 'private, no-cache',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    },
  })
}

const MAX_NAME = 80

/**
 * Returns the header that names a download (RFC 6266): in any script for current browsers, and in ASCII for others.
 * Characters that some file systems reject become hyphens.
 */
export function writeDisposition(fileName: string): string {
  const dot = fileName.lastIndexOf('.')
  const [base, ending] = [fileName.slice(0, dot), fileName.slice(dot + 1)]
  const readable =
    base
      .toWellFormed()
      .replace(/[\p{C}<>:"/\\|?*%\ufffd]+/gu, '-')
      .replace(/\s+/g, ' ')
      .replace(/^[\s.-]+|[\s.-]+$/g, '') || 'spots'
  const short = [...readable].slice(0, MAX_NAME).join('').trim()
  const plain =
    short
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .replace(/[^\x20-\x7e]+/g, '-')
      .replace(/^-|-$/g, '') || 'spots'
  const encoded = encodeURIComponent(`${short}.${ending}`).replace(
    /['()*!]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}.${ending}"; filename*=UTF-8''${encoded}`
}
