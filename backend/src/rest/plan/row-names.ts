import type { Plan, ReadNode } from './plan.ts'

/** Replaces our row aliases in a message of PostgreSQL: `r0.nope` becomes `books.nope`. */
export function restoreTableNames(text: string, plan: Plan): string {
  const names = new Map<number, string>()
  collect(plan.root, plan.kind === 'call' ? plan.routine.name : undefined, names)
  return text.replaceAll(/\br(\d+)\./g, (whole, id: string) => {
    const name = names.get(Number(id))
    return name === undefined ? whole : `${name}.`
  })
}

function collect(node: ReadNode, fallback: string | undefined, names: Map<number, string>): void {
  const name = node.relation?.name ?? fallback
  if (name !== undefined) names.set(node.id, name)
  for (const embed of node.embeds) collect(embed.node, undefined, names)
}
