// Usage: node scripts/structure/check-structure.ts
//
// Fails when folders import each other in a circle, or when a file imports one of a layer above its own. Biome's
// noImportCycles covers cycles between files, type imports included.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { cruise, type ICruiseResult, type IFlattenedRuleSet } from 'dependency-cruiser'
import { LAYERS } from './layers.ts'

const ROOT = join(import.meta.dirname, '../..')
const SOURCES = ['backend/src/**/*.ts', 'web/{app,server}/**/*.{ts,tsx}', 'web/server.ts']

process.chdir(ROOT)
const files = globSync(SOURCES).filter((file) => !/\.test\.tsx?$|\/tests?\/|\.d\.ts$/.test(file))
const result = await cruise(
  files,
  { validate: true, ruleSet: { forbidden: listRules() }, doNotFollow: { path: 'node_modules' } },
  { conditionNames: ['import', 'node', 'default'], exportsFields: ['exports'] },
  // TypeScript 7 has no compiler API. Babel erases type imports, so that only imports by value count.
  {
    babelConfig: {
      presets: ['@babel/preset-typescript'],
      parserOpts: { plugins: ['explicitResourceManagement', 'jsx'] },
    },
  },
)
const { summary } = result.output as ICruiseResult
for (const { from, to, rule, cycle } of summary.violations) {
  const path = cycle ? cycle.map(({ name }) => name) : [to]
  process.stderr.write(`${rule.name}: ${[from, ...path].join(' → ')}\n`)
}
if (summary.totalCruised < files.length)
  throw new Error(`Only ${summary.totalCruised} of ${files.length} files were read.`)
process.stdout.write(`${files.length} files, ${summary.violations.length} violations.\n`)
process.exitCode = summary.violations.length === 0 ? 0 : 1

function listRules(): IFlattenedRuleSet['forbidden'] {
  return [
    { name: 'folder circle', severity: 'error', scope: 'folder', from: {}, to: { circular: true } },
    ...Object.entries(LAYERS).flatMap(([folder, layers]) =>
      layers.slice(1).map((layer, index) => ({
        name: `${folder}/${layer} imports a layer above`,
        severity: 'error' as const,
        from: { path: `^${folder}/${layer}(/|\\.ts$)` },
        to: { path: `^${folder}/(${layers.slice(0, index + 1).join('|')})(/|\\.ts$)` },
      })),
    ),
  ]
}
