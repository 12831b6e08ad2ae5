/** The part of Deno's API that the functions use. It is available here, in Deno and on hosted projects. */
declare namespace Deno {
  function serve(handler: (request: Request) => Response | Promise<Response>): unknown
  function readFile(path: string | URL): Promise<Uint8Array<ArrayBuffer>>
  const env: { get(name: string): string | undefined }
}
