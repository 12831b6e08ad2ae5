import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type FunctionConfig, readFunctionConfigs } from './project-config.ts'
import { readSecrets } from './secrets.ts'

const NAME = /^[A-Za-z][A-Za-z0-9_-]*$/
const DEFAULT_CONFIG: FunctionConfig = { isEnabled: true, verifiesJwt: true }

/** A function of the project. */
export interface FunctionSource {
  name: string
  /** The path of its `index.ts`. */
  file: string
  verifiesJwt: boolean
  /** Changes when a file of any function changes, if the service reloads. */
  version: number
}

/** The functions in `supabase/functions` with their settings. */
export interface Project {
  find(name: string): FunctionSource | undefined
  /** The environment variables of the function, for `Deno.env`. */
  environment: Record<string, string>
}

interface ProjectOptions {
  /** The folder `supabase`. */
  folder: string
  /** The variables of the platform, by name. */
  platform: Record<string, string>
  reloads: boolean
}

/**
 * Reads the project once or, when it reloads, the functions and `config.toml` on each change. Secrets are read at the
 * start. Throws errors for the operator.
 */
export function openProject({ folder, platform, reloads }: ProjectOptions): Project {
  const functionsFolder = join(folder, 'functions')
  const configFile = join(folder, 'config.toml')
  const environment = { ...readSecrets(join(functionsFolder, '.env')), ...platform }
  const read = (version: number) => listFunctions(functionsFolder, readFunctionConfigs(configFile), version)
  const describeFiles = () => [...listFiles(functionsFolder), configFile].map(describeFile).join()
  let files = reloads ? describeFiles() : ''
  let version = reloads ? Date.now() : 0
  let functions = read(version)
  return {
    environment,
    find(name) {
      const current = reloads ? describeFiles() : files
      if (current !== files) {
        // Two changes may fall into one millisecond.
        version = Math.max(Date.now(), version + 1)
        functions = read(version)
        files = current
      }
      return functions.get(name)
    },
  }
}

/** Returns the enabled functions: folders with a valid name and an `index.ts`. Names are case-sensitive. */
function listFunctions(
  folder: string,
  configs: Map<string, FunctionConfig>,
  version: number,
): Map<string, FunctionSource> {
  const functions = new Map<string, FunctionSource>()
  for (const name of listNames(folder)) {
    const { isEnabled, verifiesJwt } = configs.get(name) ?? DEFAULT_CONFIG
    const file = join(folder, name, 'index.ts')
    if (!isEnabled || !NAME.test(name) || findModified(file) === 0) continue
    functions.set(name, { name, file, verifiesJwt, version })
  }
  return functions
}

function listNames(folder: string): string[] {
  return findModified(folder) === 0 ? [] : readdirSync(folder)
}

/** Returns the folder and everything below it. */
function listFiles(folder: string): string[] {
  if (findModified(folder) === 0) return []
  return [folder, ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((entry) => join(folder, entry))]
}

/** Describes the state of a file. The time alone misses a second change within its resolution of some milliseconds. */
function describeFile(path: string): string {
  const file = statSync(path, { throwIfNoEntry: false })
  return file ? `${path}:${file.mtimeMs}:${file.size}:${file.ino}` : ''
}

/** Returns the time of the last change in milliseconds; 0 for a missing file. */
function findModified(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
