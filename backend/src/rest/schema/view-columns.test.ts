import { expect, test } from 'vitest'
import { parseViewColumns } from './view-columns.ts'

const entry = (resno: number, name: string, table: number, column: number) =>
  `{TARGETENTRY :expr {VAR :varno 1 :varattno ${column}} :resno ${resno} :resname ${name} :ressortgroupref 0 :resorigtbl ${table} :resorigcol ${column} :resjunk false}`

test('reads only the target entries of the outermost query (rest 16.1)', () => {
  const inner = `{QUERY :targetList (${entry(1, 'hidden', 99, 9)})}`
  const action = `({QUERY :rtable ({RTE :subquery ${inner}}) :targetList (${entry(1, 'id', 42, 1)} ${entry(2, 'total', 0, 0)})})`
  expect(parseViewColumns(action)).toEqual([{ position: 1, originOid: 42, originPosition: 1 }])
})

test('is not misled by a hostile column name (rest 16.1)', () => {
  const name = '\\{TARGETENTRY\\ :resorigtbl\\ 7\\ :resorigcol\\ 7\\ :resno\\ 7\\}'
  const action = `({QUERY :targetList (${entry(3, name, 42, 2)})})`
  expect(parseViewColumns(action)).toEqual([{ position: 3, originOid: 42, originPosition: 2 }])
})
