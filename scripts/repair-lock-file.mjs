// Usage: npm run lock:repair
//
// Adds entries to package-lock.json for optional platform packages that the registry did not serve when the lock file
// was written. npm omits such packages silently, and `npm ci` then fails with "Missing: … from lock file". Run it after
// every change of the lock file. It is plain JavaScript because it must run before Node 24 is installed.
import { readFileSync, writeFileSync } from 'node:fs'

const file = process.argv[2] ?? 'package-lock.json'
const lock = JSON.parse(readFileSync(file, 'utf8'))
const added = [...listMissing(lock.packages)]
for (const { path, entry } of added) lock.packages[path] = entry
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
for (const { path, entry } of added) process.stdout.write(`added ${path} ${entry.version}\n`)
process.stdout.write(`${added.length} entries added to ${file}.\n`)

function* listMissing(packages) {
  const seen = new Set()
  for (const [parent, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (isInstalled(packages, parent, name) || seen.has(name)) continue
      // Without an exact version there is nothing to add. npm ci will name the package.
      if (!/^\d/.test(version)) continue
      seen.add(name)
      const entry = { version, ...(dev ? { dev: true } : {}), optional: true, ...parsePlatform(name) }
      yield { path: `node_modules/${name}`, entry }
    }
  }
}

/** Returns true if Node's lookup from `parent` upwards finds the package in the lock file. */
function isInstalled(packages, parent, name) {
  for (let folder = parent; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true
    if (!folder) return false
  }
}

/**
 * Returns the os, cpu and libc fields of a platform package, derived from its name: `@biomejs/cli-linux-arm64-musl`.
 */
function parsePlatform(name) {
  if (name.includes('wasm32')) return { cpu: ['wasm32'] }
  const match =
    /(android|darwin|linux|win32|freebsd|openharmony)-(arm64|x64|arm|ia32|ppc64|riscv64|s390x|loong64)(-.+)?$/.exec(
      name,
    )
  if (!match) throw new Error(`Unknown platform of ${name}: extend parsePlatform in scripts/repair-lock-file.mjs.`)
  const [, os, cpu, variant] = match
  const libc = variant?.includes('musl') ? 'musl' : 'glibc'
  return { os: [os], cpu: [cpu], ...(os === 'linux' && variant ? { libc: [libc] } : {}) }
}
