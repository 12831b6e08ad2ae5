import { nameMissing } from '../errors.ts'

export const BASE_PATH = '/functions/v1'

/** The name and the path that the handler sees: `/<name>/sub/path` (functions 2.4). Nothing is decoded. */
export interface FunctionPath {
  name: string
  path: string
}

/** Parses the path of a call. Throws without a name. */
export function parseFunctionPath(pathname: string): FunctionPath {
  const path = pathname.slice(BASE_PATH.length)
  const [, name = ''] = path.split('/', 2)
  if (name === '') throw nameMissing()
  return { name, path }
}
