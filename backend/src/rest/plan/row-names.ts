import type { Plan, ReadNode } from './plan.ts'

/**
 * Replaces our row aliases in a message of PostgreSQL by those of PostgREST: `r0.nope` becomes `books.nope`, or
 * `books_1.nope` in an embed.
 */
export function restoreTableNames(text: string, plan: Plan): string {
  const names = new Map<number, string>()
  collect(plan.root, plan.root.relation?.name ?? (plan.kind === 'call' ? plan.routine.name : undefined), names)
  return text.replaceAll(/\br(\d+)\./g, (whole, id: string) => {
    const name = names.get(Number(id))
    return name === undefined ? whole : `${name}.`
  })
}

function collect(node: ReadNode, name: string | undefined, names: Map<number, string>, depth = 0): void {
  if (name !== undefined) names.set(node.id, depth === 0 ? name : `${name}_${depth}`)
  for (const embed of node.embeds) collect(embed.node, embed.node.relation?.name, names, depth + 1)
}
