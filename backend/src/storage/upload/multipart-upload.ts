import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import busboy from 'busboy'
import { clientWentAway, invalidRequest, invalidShape } from '../errors.ts'
import type { Upload, UploadFacts } from './upload-content.ts'
import { parseContentEncoding, readContentLength } from './upload-headers.ts'
import { parseUserMetadata } from './user-metadata.ts'

/** One byte above the limit of user metadata, so that too much is detected rather than cut off. */
const FIELD_LIMIT_BYTES = 1024 * 1024 + 1
const FIELD_NAMES = new Set(['contentType', 'cacheControl', 'contentEncoding', 'metadata', 'userMetadata'])

interface FilePart {
  stream: Readable
  mimeType: string
}

/**
 * Receives the first file of a form. storage-js gives the file the empty field name and sends its fields first. Forms
 * made by apps have fields after the file, so fields on both sides are read.
 */
export async function readMultipartUpload(request: Request, incoming?: IncomingMessage): Promise<Upload> {
  const form = createForm(request)
  const fields = new Map<string, string>()
  form.on('field', (name: string | undefined, value: string) => {
    if (name !== undefined && FIELD_NAMES.has(name)) fields.set(name, value)
  })
  const firstFile = new Promise<FilePart | undefined>((resolve) => {
    form.on('file', (_name, stream, info) => {
      // The connection may break before anything reads the file. Reading it throws then; an unhandled event would end
      // the process.
      stream.on('error', () => {})
      resolve({ stream, mimeType: info.mimeType })
    })
    form.on('close', () => resolve(undefined))
  })
  if (!hasBody(request, incoming)) throw invalidRequest('No content provided')
  const source = incoming ?? Readable.fromWeb(request.body as NodeReadableStream<Uint8Array>)
  const toFailure = (cause: unknown) =>
    source.errored ? clientWentAway(cause) : invalidRequest(cause instanceof Error ? cause.message : 'Unreadable form')
  // Rejections need a response, so the connection must survive the end of the iteration.
  const body = incoming ? incoming.iterator({ destroyOnReturn: false }) : source
  const received = pipeline(body, form).catch((cause: unknown) => {
    throw toFailure(cause)
  })
  // Rethrown where the form is awaited; until then it must not count as unhandled.
  received.catch(() => {})

  const file = await Promise.race([firstFile, received.then(() => firstFile)])
  if (!file) throw invalidRequest('No content provided')
  const readFacts = () => toFacts(fields, file.mimeType)
  return {
    facts: readFacts(),
    declaredBytes: readContentLength(request.headers),
    content: readPart(file.stream, toFailure),
    finish: async () => {
      await received
      return readFacts()
    },
    abort() {
      form.destroy()
      // The form releases the source only then.
      void received.catch(() => {}).then(() => (incoming ? incoming.resume() : source.destroy()))
    },
  }
}

async function* readPart(stream: Readable, toFailure: (cause: unknown) => Error): AsyncIterable<Uint8Array> {
  try {
    yield* stream
  } catch (cause) {
    throw toFailure(cause)
  }
}

function createForm(request: Request): busboy.Busboy {
  const limits = { fields: 10, files: 1, fieldSize: FIELD_LIMIT_BYTES }
  try {
    return busboy({ headers: { 'content-type': request.headers.get('content-type') ?? '' }, limits })
  } catch (cause) {
    throw invalidShape(cause instanceof Error ? cause.message : 'The form cannot be read')
  }
}

/** Avoids `request.body`, which would create a web stream. */
function hasBody(request: Request, incoming?: IncomingMessage): boolean {
  if (!incoming) return request.body !== null
  return request.headers.has('transfer-encoding') || (readContentLength(request.headers) ?? 0) > 0
}

function toFacts(fields: Map<string, string>, partType: string): UploadFacts {
  const cacheSeconds = fields.get('cacheControl')
  const metadata = fields.get('metadata') ?? fields.get('userMetadata')
  return {
    contentType: fields.get('contentType') || partType,
    cacheControl: cacheSeconds ? `max-age=${cacheSeconds}` : 'no-cache',
    contentEncoding: parseContentEncoding(fields.get('contentEncoding')),
    userMetadata: metadata === undefined ? {} : parseUserMetadata(metadata),
  }
}
