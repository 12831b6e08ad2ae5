import { findFunctionScope } from './function-scope.ts'

/** The content of a request. Its functions are called when the handler reads that part. */
export interface RequestSource {
  url: string
  method: string
  createHeaders: () => Headers
  createSignal: () => AbortSignal
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null
}

const decoder = new TextDecoder()

/**
 * A Request that is built only when a handler uses more than its method, URL, headers, signal or short body. Building
 * a native one takes a third of the time of a short call.
 */
class LazyRequest {
  readonly #source: RequestSource
  #headers: Headers | undefined
  #signal: AbortSignal | undefined
  #built: Request | undefined
  #isUsed = false

  constructor(source: RequestSource) {
    this.#source = source
  }

  static build(value: unknown): unknown {
    return typeof value === 'object' && value !== null && #source in value ? value.#build() : value
  }

  get method() {
    return this.#source.method
  }

  get url() {
    return this.#source.url
  }

  get headers() {
    this.#headers ??= this.#built?.headers ?? this.#source.createHeaders()
    return this.#headers
  }

  get signal() {
    this.#signal ??= this.#source.createSignal()
    return this.#signal
  }

  get body() {
    return this.#source.body === null ? null : this.#build().body
  }

  get bodyUsed() {
    return this.#built ? this.#built.bodyUsed : this.#isUsed
  }

  async arrayBuffer() {
    const bytes = this.#useBytes()
    return bytes
      ? bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
      : this.#build().arrayBuffer()
  }

  async bytes() {
    return new Uint8Array(await this.arrayBuffer())
  }

  async text() {
    const bytes = this.#useBytes()
    return bytes ? decoder.decode(bytes) : this.#build().text()
  }

  async json() {
    const bytes = this.#useBytes()
    return bytes ? (JSON.parse(decoder.decode(bytes)) as unknown) : this.#build().json()
  }

  /** Returns the body if it is in memory and unread. In all other cases the native Request reports the error. */
  #useBytes(): Uint8Array<ArrayBuffer> | undefined {
    const { body } = this.#source
    if (this.#built || this.#isUsed || !(body instanceof Uint8Array)) return undefined
    this.#isUsed = true
    return body
  }

  #build(): Request {
    if (this.#built) return this.#built
    const { url, method, body } = this.#source
    const init: RequestInit & { duplex: 'half' } = {
      method,
      headers: this.headers,
      signal: this.signal,
      duplex: 'half',
    }
    const built = new NativeRequest(url, body === null ? init : { ...init, body })
    // Reading marks the body of the native Request as used, too.
    if (this.#isUsed) void built.arrayBuffer()
    this.#built = built
    this.#headers = built.headers
    return built
  }
}

const NativeRequest = globalThis.Request

/** Forwards all other members of Request to the native one, which is then built. */
function inheritRequest(): void {
  const own = LazyRequest.prototype
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(NativeRequest.prototype))) {
    if (name in Object.prototype || Object.hasOwn(own, name)) continue
    const read = (request: unknown): unknown => Reflect.get(LazyRequest.build(request) as Request, name)
    const descriptor: PropertyDescriptor =
      typeof value === 'function'
        ? {
            value(this: unknown, ...given: unknown[]): unknown {
              return Reflect.apply(value, LazyRequest.build(this), given)
            },
          }
        : {
            get(this: unknown) {
              return read(this)
            },
          }
    Object.defineProperty(own, name, { configurable: true, ...descriptor })
  }
  Object.setPrototypeOf(own, NativeRequest.prototype)
}

/** Creates the request of a handler. {@link acceptLazyRequests} must have run. */
export function createLazyRequest(source: RequestSource): Request {
  return new LazyRequest(source) as unknown as Request
}

function describeDecoded(response: Response): Response {
  if (!findFunctionScope() || !response.headers.has('content-encoding')) return response
  const headers = new Headers(response.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  return Object.defineProperty(response, 'headers', { value: headers })
}

/**
 * Makes `fetch` and `new Request` accept lazy requests, which Node's own would reject. `fetch` also removes the headers
 * that describe a compressed body once it has decompressed it, as Deno does, because handlers copy headers to their own
 * response.
 */
export function acceptLazyRequests(): void {
  if (globalThis.Request !== NativeRequest) return
  inheritRequest()
  const { fetch } = globalThis
  globalThis.fetch = async (input, init) => describeDecoded(await fetch(LazyRequest.build(input) as typeof input, init))
  globalThis.Request = new Proxy(NativeRequest, {
    construct: (target, [input, ...others], newTarget) =>
      Reflect.construct(
        target,
        [LazyRequest.build(input), ...others],
        newTarget === globalThis.Request ? target : newTarget,
      ),
  })
}
