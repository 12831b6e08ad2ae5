import type { RandomCondition, RandomEmbed, RandomField, RandomNode, RandomOperation } from './random-request.ts'

/** Returns the path and query string of a request. */
export function toUrl(
  node: RandomNode,
  path = `/${encodeURIComponent(node.table.path)}`,
  given: [string, string][] = [],
): string {
  return `${path}?${toSearch([...given, ['select', toSelect(node)], ...toParameters(node, '')])}`
}

export function toSearch(pairs: [string, string][]): string {
  return pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
}

const PLAIN = /^[a-z_][a-z0-9_]*$/

/** Words with a meaning as the last segment of a key. */
const RESERVED = ['select', 'order', 'limit', 'offset', 'and', 'or', 'columns', 'on_conflict']

export function quoteName(name: string): string {
  return PLAIN.test(name) && !RESERVED.includes(name) ? name : `"${name.replaceAll(/["\\]/g, '\\$&')}"`
}

function toSelect(node: RandomNode): string {
  return [...node.fields.map(toSelectItem), ...node.embeds.map(toEmbed)].join(',')
}

export function toSelectItem({ key, column, path, cast, isAliased }: RandomField): string {
  const alias = isAliased ? `${key}:` : ''
  return `${alias}${quoteName(column.name)}${path}${cast === undefined ? '' : `::${cast}`}`
}

function toEmbed({ relationship, alias, isInner, isSpread, node }: RandomEmbed): string {
  const head = isSpread ? `...${relationship.embed}` : `${alias}:${relationship.embed}`
  return `${head}${isInner ? '!inner' : ''}(${toSelect(node)})`
}

/** Returns the parameters of a node and its embeds. An embed is called by its alias, a spread by its name. */
function toParameters(node: RandomNode, prefix: string): [string, string][] {
  const pairs: [string, string][] = node.conditions.map((condition) => toFilter(condition, prefix))
  for (const { alias, isNull } of node.embeds) {
    if (isNull !== undefined) pairs.push([`${prefix}${alias}`, isNull ? 'is.null' : 'not.is.null'])
  }
  pairs.push([`${prefix}order`, toOrder(node)])
  if (node.limit !== undefined) pairs.push([`${prefix}limit`, String(node.limit)])
  if (node.offset !== undefined) pairs.push([`${prefix}offset`, String(node.offset)])
  for (const { alias, isSpread, relationship, node: inner } of node.embeds) {
    const [name = ''] = relationship.embed.split('!')
    pairs.push(...toParameters(inner, `${prefix}${isSpread ? name : alias}.`))
  }
  return pairs
}

/** Every order ends with the key of the rows, so that the result is unique. */
function toOrder({ order, table }: RandomNode): string {
  const terms = order.map(({ column, embed, direction, nulls }) => {
    const name = embed === undefined ? quoteName(column.name) : `${embed}(${quoteName(column.name)})`
    return [name, direction, nulls && `nulls${nulls}`].filter(Boolean).join('.')
  })
  return [...terms, ...table.key.map(quoteName)].join(',')
}

export function toFilter(condition: RandomCondition, prefix: string): [string, string] {
  if (condition.kind === 'leaf') {
    const { column, path, negated, operation } = condition
    return [`${prefix}${quoteName(column.name)}${path}`, `${negated ? 'not.' : ''}${toOperation(operation, String)}`]
  }
  const { connective, negated, conditions } = condition
  return [`${prefix}${negated ? 'not.' : ''}${connective}`, `(${conditions.map(toNode).join(',')})`]
}

function toNode(condition: RandomCondition): string {
  if (condition.kind === 'group') {
    const { connective, negated, conditions } = condition
    return `${negated ? 'not.' : ''}${connective}(${conditions.map(toNode).join(',')})`
  }
  const { column, path, negated, operation } = condition
  return `${quoteName(column.name)}${path}.${negated ? 'not.' : ''}${toOperation(operation, quoteText)}`
}

const quoteText = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`

function toOperation({ name, values, quantifier }: RandomOperation, write: (text: string) => string): string {
  const [first = ''] = values
  if (name === 'is') return `is.${first}`
  if (name === 'in') return `in.(${values.map(quoteText).join(',')})`
  if (quantifier) return `${name}(${quantifier}).${write(`{${values.map(quoteText).join(',')}}`)}`
  return `${name}.${write(first)}`
}
