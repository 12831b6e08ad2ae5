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
  /** The variables that `Deno.env` shows. */
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
  const findVersion = () => Math.max(findNewest(functionsFolder), findModified(configFile))
  let version = reloads ? findVersion() : 0
  let functions = read(version)
  return {
    environment,
    find(name) {
      const newest = reloads ? findVersion() : version
      if (newest !== version) {
        functions = read(newest)
        version = newest
      }
      return functions.get(name)
    },
  }
}

/** Returns the enabled functions: folders with a valid name and an `index.ts`. Names are compared by case. */
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

/** Returns the latest change below a folder, in milliseconds; 0 without a folder. */
function findNewest(folder: string): number {
  if (findModified(folder) === 0) return 0
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return Math.max(findModified(folder), ...entries.map((entry) => findModified(join(folder, entry))))
}

/** Returns the time of the last change in milliseconds; 0 for a missing file. */
function findModified(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
