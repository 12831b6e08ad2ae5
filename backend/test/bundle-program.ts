import { basename, join } from 'node:path'
import { build, type Plugin } from 'vite'
import { createScratchFolder } from './scratch-folder.ts'

/** A bundled program. Disposal deletes it. */
export interface BundledProgram extends Disposable {
  path: string
}

/**
 * Bundles a program and everything it imports into one file. Node needs a millisecond of CPU time for each module,
 * so a program starts twice as fast as one file.
 */
export async function bundleProgram(source: string): Promise<BundledProgram> {
  const scratch = createScratchFolder('memory')
  const name = basename(source, '.ts')
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [addSourceLocations()],
    ssr: { noExternal: true },
    build: {
      ssr: source,
      target: 'node24',
      outDir: scratch.path,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: `${name}.mjs`, codeSplitting: false } },
    },
  })
  return { path: join(scratch.path, `${name}.mjs`), [Symbol.dispose]: () => scratch[Symbol.dispose]() }
}

/** Lets code find the files beside its source, such as migrations, after it has moved into the bundle. */
function addSourceLocations(): Plugin {
  return {
    name: 'add-source-locations',
    enforce: 'pre',
    transform(code, id) {
      // Modules of the bundler itself.
      if (id.startsWith('\0')) return undefined
      const file = JSON.stringify(id.split('?', 1)[0])
      return code
        .replaceAll('import.meta.dirname', `process.getBuiltinModule('node:path').dirname(${file})`)
        .replaceAll('import.meta.url', `process.getBuiltinModule('node:url').pathToFileURL(${file}).href`)
    },
  }
}
